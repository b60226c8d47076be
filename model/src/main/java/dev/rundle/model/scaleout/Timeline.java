package dev.rundle.model.scaleout;

import dev.rundle.model.artifact.TtotalArtifact.StageDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A forced scale-out by stages: in time order, equal time stamps in causal order. Durations run
 * from {@code desired_set}, where the clock starts, to {@code traffic_recovered}; their shares sum
 * to 1.
 *
 * @param stages every stage reached, each once at its earliest time
 * @param missing stages never seen
 * @param durations between consecutive stages within the measured span; bounded if either end is
 * @param total desired_set → traffic_recovered, or → the giving up
 * @param floor true if traffic was never seen to recover: the total is then a lower bound
 * @param notes stages left out of the durations because clocks disagree
 */
public record Timeline(
    List<StageTime> stages,
    List<Stage> missing,
    List<StageDuration> durations,
    Duration total,
    boolean floor,
    List<String> notes) {
  public Timeline {
    stages = List.copyOf(stages);
    missing = List.copyOf(missing);
    durations = List.copyOf(durations);
    notes = List.copyOf(notes);
  }

  /**
   * Builds the timeline of a scale-out that recovered.
   *
   * @throws IllegalArgumentException without desired_set or traffic_recovered
   */
  public static Timeline of(Collection<StageTime> collected) {
    return build(collected, Optional.empty());
  }

  /**
   * Builds the timeline of a scale-out whose recovery was not seen until {@code gaveUpAt}: a floor.
   * The time after the last stage is a bounded duration to traffic_recovered.
   */
  public static Timeline floor(Collection<StageTime> collected, Instant gaveUpAt) {
    return build(collected, Optional.of(gaveUpAt));
  }

  /** The longest duration; the earliest of equal ones. */
  public Optional<StageDuration> dominant() {
    return durations.stream()
        .reduce((longest, next) -> next.seconds() > longest.seconds() ? next : longest);
  }

  private static Timeline build(Collection<StageTime> collected, Optional<Instant> gaveUpAt) {
    Map<Stage, StageTime> byStage = new EnumMap<>(Stage.class);
    collected.forEach(
        s ->
            byStage.merge(
                s.stage(), s, (first, other) -> other.at().isBefore(first.at()) ? other : first));
    StageTime begin = require(byStage, Stage.DESIRED_SET);
    StageTime end =
        gaveUpAt
            .map(at -> new StageTime(Stage.TRAFFIC_RECOVERED, at, true, "not seen until then"))
            .orElseGet(() -> require(byStage, Stage.TRAFFIC_RECOVERED));
    if (end.at().isBefore(begin.at())) {
      throw new IllegalArgumentException("recovered at " + end.at() + ", before " + begin.at());
    }
    List<StageTime> stages =
        byStage.values().stream()
            .sorted(Comparator.comparing(StageTime::at).thenComparing(StageTime::stage))
            .toList();
    List<String> notes = new ArrayList<>();
    List<StageTime> span = span(stages, begin, end, notes);
    Duration total = Duration.between(begin.at(), end.at());
    EnumSet<Stage> missing = EnumSet.allOf(Stage.class);
    missing.removeAll(byStage.keySet());
    return new Timeline(
        stages, List.copyOf(missing), durations(span, total), total, gaveUpAt.isPresent(), notes);
  }

  /**
   * Begin, the stages between, end; equal stamps in causal order, so begin and end stay outside.
   */
  private static List<StageTime> span(
      List<StageTime> stages, StageTime begin, StageTime end, List<String> notes) {
    List<StageTime> span = new ArrayList<>(List.of(begin));
    for (StageTime stage : stages) {
      if (stage.stage().compareTo(Stage.DESIRED_SET) <= 0
          || stage.stage() == Stage.TRAFFIC_RECOVERED) {
        continue;
      }
      if (stage.at().isBefore(begin.at()) || stage.at().isAfter(end.at())) {
        notes.add(
            stage.stage().id()
                + " at "
                + stage.at()
                + " lies outside the measured span: the clock "
                + "of its source disagrees, so it has no duration");
      } else {
        span.add(stage);
      }
    }
    span.add(end);
    return span;
  }

  private static List<StageDuration> durations(List<StageTime> span, Duration total) {
    double totalSeconds = seconds(total);
    List<StageDuration> durations = new ArrayList<>();
    for (int i = 1; i < span.size(); i++) {
      StageTime from = span.get(i - 1);
      StageTime to = span.get(i);
      double seconds = seconds(Duration.between(from.at(), to.at()));
      durations.add(
          new StageDuration(
              from.stage(),
              to.stage(),
              seconds,
              from.bounded() || to.bounded(),
              totalSeconds > 0 ? seconds / totalSeconds : 0));
    }
    return durations;
  }

  private static StageTime require(Map<Stage, StageTime> byStage, Stage stage) {
    StageTime found = byStage.get(stage);
    if (found == null) {
      throw new IllegalArgumentException(stage.id() + " is missing");
    }
    return found;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
