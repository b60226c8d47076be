package dev.rundle.sandbox.world;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** CloudWatch's rule for an alarm's state from its newest datapoints. */
final class AlarmJudge {
  /**
   * CloudWatch looks back further than the evaluation periods, so that single holes do not matter;
   * how far is not documented, its examples show two.
   */
  static final int LOOK_BACK_EXTRA = 2;

  private AlarmJudge() {}

  /**
   * Judges. If enough datapoints are there, missing ones are skipped over; else the missing ones
   * count as {@code treatMissingData} says.
   *
   * @param newestFirst values of evaluationPeriods + {@link #LOOK_BACK_EXTRA} periods
   * @return empty if the state stays as it is
   */
  static Optional<AlarmDescription.State> judge(
      AlarmDefinition alarm, List<OptionalDouble> newestFirst) {
    List<Double> present =
        newestFirst.stream()
            .filter(OptionalDouble::isPresent)
            .map(OptionalDouble::getAsDouble)
            .limit(alarm.evaluationPeriods())
            .toList();
    int breaching =
        (int)
            present.stream()
                .filter(value -> alarm.comparison().isBreaching(value, alarm.threshold()))
                .count();
    int missing = alarm.evaluationPeriods() - present.size();
    int needed = alarm.datapointsToAlarm();
    if (breaching >= needed) {
      return Optional.of(AlarmDescription.State.ALARM);
    }
    if (missing == 0) {
      return Optional.of(AlarmDescription.State.OK);
    }
    return switch (alarm.treatMissingData()) {
      case BREACHING -> Optional.of(alarmIf(breaching + missing >= needed));
      case NOT_BREACHING -> Optional.of(AlarmDescription.State.OK);
      case IGNORE -> Optional.empty();
      case MISSING -> withHoles(newestFirst, present.size(), breaching, needed);
    };
  }

  /**
   * With too few datapoints, an alarm whose datapoints all breach goes to ALARM only once the
   * oldest of them is as many periods old as datapoints are needed; CloudWatch calls the contrary a
   * premature transition.
   */
  private static Optional<AlarmDescription.State> withHoles(
      List<OptionalDouble> newestFirst, int present, int breaching, int needed) {
    if (present == 0) {
      return Optional.of(AlarmDescription.State.INSUFFICIENT_DATA);
    }
    if (breaching < present) {
      return Optional.of(AlarmDescription.State.OK);
    }
    int age = newestFirst.size();
    while (newestFirst.get(age - 1).isEmpty()) {
      age--;
    }
    return age >= needed ? Optional.of(AlarmDescription.State.ALARM) : Optional.empty();
  }

  private static AlarmDescription.State alarmIf(boolean isAlarm) {
    return isAlarm ? AlarmDescription.State.ALARM : AlarmDescription.State.OK;
  }
}
