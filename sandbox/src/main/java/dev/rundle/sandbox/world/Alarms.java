package dev.rundle.sandbox.world;

import java.util.List;
import java.util.Optional;

/** CloudWatch's metric alarms. */
public final class Alarms {
  private final Engine engine;
  private final AlarmBook book;

  Alarms(Engine engine, AlarmBook book) {
    this.engine = engine;
    this.book = book;
  }

  /**
   * Creates or replaces; a new one begins in INSUFFICIENT_DATA, a replaced one keeps its state.
   *
   * @throws WorldError InvalidParameterValueException
   */
  public void put(AlarmDefinition definition) {
    check(definition);
    engine.run(() -> book.put(definition));
  }

  private static void check(AlarmDefinition alarm) {
    Statistic.of(alarm.statistic());
    long seconds = alarm.period().toSeconds();
    require(
        seconds == 10 || seconds == 20 || seconds == 30 || (seconds > 0 && seconds % 60 == 0),
        "Period must be 10, 20, 30 or a multiple of 60");
    require(alarm.evaluationPeriods() >= 1, "EvaluationPeriods must be at least 1");
    require(
        alarm.datapointsToAlarm() >= 1 && alarm.datapointsToAlarm() <= alarm.evaluationPeriods(),
        "DatapointsToAlarm must be between 1 and EvaluationPeriods");
    require(
        seconds * alarm.evaluationPeriods() <= 604_800,
        "Metrics cannot be checked across more than a week (EvaluationPeriods * Period must be"
            + " <= 604800)");
    require(Double.isFinite(alarm.threshold()), "Threshold must be a number");
    require(
        !alarm.name().isEmpty() && alarm.name().length() <= 255,
        "AlarmName must have 1 to 255 characters");
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw WorldError.invalidParameterValue(message);
    }
  }

  /**
   * Deletes; the alarms of target tracking, too.
   *
   * @throws WorldError ResourceNotFound, and nothing is deleted, if one is missing
   */
  public void delete(List<String> names) {
    engine.run(
        () -> {
          List<String> missing = names.stream().filter(name -> !book.contains(name)).toList();
          if (!missing.isEmpty()) {
            throw new WorldError(
                "ResourceNotFound", 404, "Unknown alarms: " + String.join(", ", missing));
          }
          names.forEach(book::remove);
        });
  }

  /** By name; all that match if no names are given. */
  public List<AlarmDescription> describe(
      List<String> names, Optional<String> namePrefix, Optional<AlarmDescription.State> state) {
    return engine.call(
        () ->
            book.all().stream()
                .filter(alarm -> names.isEmpty() || names.contains(alarm.definition().name()))
                .filter(alarm -> namePrefix.map(alarm.definition().name()::startsWith).orElse(true))
                .filter(alarm -> state.map(alarm.state()::equals).orElse(true))
                .toList());
  }
}
