package dev.rundle.sandbox.world;

import dev.rundle.model.scaleout.Stage;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a new instance takes for each stage of its start, counted from the stage before it; {@code
 * INSTANCE_LOGGING} is counted from the call that asked for the instance.
 *
 * @param durations one for each of {@link #STAGES}
 */
public record StagePlan(Map<Stage, Duration> durations) {
  /** Stages that an instance passes by itself, in order. */
  public static final List<Stage> STAGES =
      List.of(
          Stage.INSTANCE_LOGGING,
          Stage.CONTAINER_STARTED,
          Stage.FRAMEWORK_INIT,
          Stage.WEIGHTS_FETCHED,
          Stage.WEIGHTS_READY,
          Stage.WARMUP_DONE,
          Stage.READY,
          Stage.IN_SERVICE);

  public StagePlan {
    var copy = new EnumMap<Stage, Duration>(Stage.class);
    for (Stage stage : STAGES) {
      Duration duration = durations.get(stage);
      Checks.that(duration != null, "no duration for stage " + stage.id());
      Checks.notNegative(duration, "duration of stage " + stage.id());
      copy.put(stage, duration);
    }
    Checks.that(durations.size() == STAGES.size(), "only these stages have durations: " + STAGES);
    durations = Collections.unmodifiableMap(copy);
  }

  /** One forced scale-out of a text-to-speech container on ml.g5.xlarge, as published. */
  public static StagePlan kokoro() {
    return new StagePlan(
        Map.of(
            Stage.INSTANCE_LOGGING, Duration.ofMillis(180_835),
            Stage.CONTAINER_STARTED, Duration.ofMillis(3_724),
            Stage.FRAMEWORK_INIT, Duration.ofMillis(14),
            Stage.WEIGHTS_FETCHED, Duration.ofMillis(4_000),
            Stage.WEIGHTS_READY, Duration.ofMillis(2_475),
            Stage.WARMUP_DONE, Duration.ofMillis(1_046),
            Stage.READY, Duration.ZERO,
            Stage.IN_SERVICE, Duration.ofMillis(20_713)));
  }

  public Duration of(Stage stage) {
    Duration duration = durations.get(stage);
    Checks.that(duration != null, "an instance does not pass " + stage.id() + " by itself");
    return duration;
  }

  /** From the call to in service. */
  public Duration total() {
    return durations.values().stream().reduce(Duration.ZERO, Duration::plus);
  }

  /** From the call to the end of this stage. */
  public Duration until(Stage stage) {
    Duration sum = Duration.ZERO;
    for (Stage passed : STAGES) {
      sum = sum.plus(of(passed));
      if (passed == stage) {
        return sum;
      }
    }
    throw new IllegalArgumentException("an instance does not pass " + stage.id() + " by itself");
  }

  /** Every duration times the factor, rounded to microseconds. */
  public StagePlan times(double factor) {
    var scaled = new EnumMap<Stage, Duration>(Stage.class);
    durations.forEach(
        (stage, duration) ->
            scaled.put(
                stage, Duration.ofNanos(Math.round(duration.toNanos() * factor / 1e3) * 1_000)));
    return new StagePlan(scaled);
  }

  /** This plan with one duration changed. */
  public StagePlan with(Stage stage, Duration duration) {
    var changed = new EnumMap<Stage, Duration>(durations);
    changed.put(stage, duration);
    return new StagePlan(changed);
  }
}
