package dev.rundle.planner.policy;

import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.planner.plan.PlanArtifact;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is deployed for one variant: a scalable target, two policies, four alarms. Concurrencies are
 * rounded to three decimals, as the configuration file writes them, and cooldowns up to whole
 * seconds, which is all that the service takes.
 *
 * <ul>
 *   <li>Target tracking on {@value #TRACKED_METRIC} only adds capacity: scale-in is disabled in it,
 *       because it would remove instances at 90 % of its target.
 *   <li>The step policy alone removes capacity, one instance at a time, when the scale-in alarm
 *       fires.
 *   <li>First chunk p95: FirstChunkLatency (µs) above the measured threshold, 3 of 3 minutes; above
 *       the SLO while none is measured.
 *   <li>Server errors: SageMaker sends a 1 or a 0 per request to Invocation5XXErrors, so the
 *       Average is the share of failed requests. It alarms above 5 % in 3 of 3 minutes, for then
 *       the failures alone break a p95 promise. One single 5XX does not trip it: a container that
 *       sheds load on purpose answers 503, and that is the bound at work.
 *   <li>Over target: concurrency above the target, on average, for as long as a scale-out may take
 *       (a third of the scale-in cooldown, at least {@value #LEAST_OVER_TARGET_PERIODS} minutes):
 *       added capacity should have arrived and has not.
 * </ul>
 *
 * <p>Missing data: the scale-in alarm treats it as {@code missing}, for a hole in the monitoring
 * must not remove capacity; the others as {@code notBreaching}, for an idle endpoint publishes
 * nothing.
 */
public record PolicyDesign(PolicyNumbers numbers) {
  public static final String TRACKED_METRIC =
      "SageMakerVariantConcurrentRequestsPerModelHighResolution";
  public static final String NAMESPACE = "AWS/SageMaker";
  public static final String CONCURRENCY_METRIC = "ConcurrentRequestsPerModel";
  public static final String FIRST_CHUNK_METRIC = "FirstChunkLatency";
  public static final String SERVER_ERRORS_METRIC = "Invocation5XXErrors";

  /** What a p95 promise leaves over. */
  public static final double SERVER_ERROR_SHARE = 0.05;

  static final int LEAST_OVER_TARGET_PERIODS = 5;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int PERIODS = 3;
  private static final double MICROS_PER_MILLI = 1_000;

  /** The scale-in cooldown is three times T_total or more. */
  private static final int T_TOTALS_PER_COOLDOWN = 3;

  private static final String FRESH = "INSUFFICIENT_DATA";
  private static final String ABOVE = "GreaterThanThreshold";
  private static final String NOT_BREACHING = "notBreaching";

  /** The design of a configuration, with the first-chunk alarm at the SLO. */
  public static Optional<PolicyDesign> of(ModelConfig config) {
    return of(config, OptionalDouble.empty());
  }

  /**
   * The design of a configuration.
   *
   * @param firstChunkAlarmMillis threshold of the first-chunk alarm, if one is measured
   * @return empty if {@link #findObstacle(ModelConfig)} names a reason
   * @throws dev.rundle.model.failure.BadInput if its numbers make no policy
   */
  public static Optional<PolicyDesign> of(
      ModelConfig config, OptionalDouble firstChunkAlarmMillis) {
    if (findObstacle(config).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new PolicyDesign(
            new PolicyNumbers(
                config.endpoint(),
                config.variant(),
                config.minInstances(),
                config.maxInstances(),
                config.scalingTargetValue().getAsDouble(),
                config.scaleInThreshold().getAsDouble(),
                config.scaleOutCooldown(),
                config.scaleInCooldown(),
                firstChunkAlarmMillis,
                config.slo())));
  }

  /**
   * The design of a plan.
   *
   * @return empty if {@link #findObstacle(PlanArtifact)} names a reason
   * @throws dev.rundle.model.failure.BadInput if its numbers make no policy
   */
  public static Optional<PolicyDesign> of(PlanArtifact plan) {
    if (findObstacle(plan).isPresent()) {
      return Optional.empty();
    }
    PlanArtifact.Policy policy = plan.policy();
    return Optional.of(
        new PolicyDesign(
            new PolicyNumbers(
                plan.endpoint(),
                plan.variant(),
                plan.fleet().minInstances(),
                plan.fleet().maxInstances(),
                policy.scalingTargetValue().getAsDouble(),
                policy.scaleInThreshold().getAsDouble(),
                Duration.ofSeconds(policy.scaleOutCooldownSeconds()),
                Duration.ofSeconds(policy.scaleInCooldownSeconds()),
                firstChunkAlarmMillis(plan),
                Duration.ofNanos(Math.round(plan.chosen().sloMillis() * 1e6)))));
  }

  /**
   * The plan's first-chunk threshold that healthy traffic does not cross: p95 at the operating
   * point, at most the SLO. The p95 of one outstanding request would be crossed by one healthy
   * request in twenty, and by any queueing.
   */
  public static OptionalDouble firstChunkAlarmMillis(PlanArtifact plan) {
    double slo = plan.chosen().sloMillis();
    int atTarget = plan.policy().firstChunkAtTargetMillis();
    return atTarget > 0 ? OptionalDouble.of(Math.min(atTarget, slo)) : OptionalDouble.empty();
  }

  /** Why a configuration has no policy; empty if it has one. */
  public static Optional<String> findObstacle(ModelConfig config) {
    if (config.maxInstances() <= config.minInstances()) {
      return Optional.of("max_instances is not above min_instances");
    }
    return config.scalingTargetValue().isEmpty() || config.scaleInThreshold().isEmpty()
        ? Optional.of("scaling_target_value or scale_in_threshold is not known yet")
        : Optional.empty();
  }

  /** Why a plan has no policy; empty if it has one. */
  public static Optional<String> findObstacle(PlanArtifact plan) {
    if (plan.fleet().maxInstances() <= plan.fleet().minInstances()) {
      return Optional.of("the plan's max_instances is not above its min_instances");
    }
    return plan.policy().scalingTargetValue().isEmpty()
            || plan.policy().scaleInThreshold().isEmpty()
        ? Optional.of("the plan withholds scaling_target_value or scale_in_threshold")
        : Optional.empty();
  }

  public PolicyNames names() {
    return new PolicyNames(numbers.endpoint(), numbers.variant());
  }

  public String resourceId() {
    return ScalableTarget.resourceId(numbers.endpoint(), numbers.variant());
  }

  /** The scalable target, nothing suspended. */
  public ScalableTarget target() {
    return new ScalableTarget(
        resourceId(), numbers.minInstances(), numbers.maxInstances(), SuspendedState.NONE);
  }

  /** Adds capacity. */
  public ScalingPolicy.TargetTracking scaleOut() {
    return new ScalingPolicy.TargetTracking(
        names().scaleOutPolicy(),
        resourceId(),
        thousandths(numbers.targetValue()),
        Optional.of(TRACKED_METRIC),
        Optional.empty(),
        wholeSeconds(numbers.scaleOutCooldown()),
        wholeSeconds(numbers.scaleInCooldown()),
        true,
        List.of());
  }

  /** Removes capacity. */
  public ScalingPolicy.StepScaling scaleIn() {
    return new ScalingPolicy.StepScaling(
        names().scaleInPolicy(),
        resourceId(),
        "ChangeInCapacity",
        "Average",
        wholeSeconds(numbers.scaleInCooldown()),
        List.of(new ScalingPolicy.StepAdjustment(Optional.empty(), Optional.of(0.0), -1)),
        List.of());
  }

  /** All four alarms; the scale-in alarm, the first, acts on the step policy of that ARN. */
  public List<Alarm> alarms(String scaleInPolicyArn) {
    return List.of(
        scaleInAlarm(scaleInPolicyArn), firstChunkAlarm(), serverErrorsAlarm(), overTargetAlarm());
  }

  /** The alarm that drives the step policy; its ARN is known once that is put. */
  public Alarm scaleInAlarm(String scaleInPolicyArn) {
    return alarm(
        names().scaleInAlarm(),
        CONCURRENCY_METRIC,
        "Average",
        PERIODS,
        thousandths(numbers.scaleInThreshold()),
        "LessThanOrEqualToThreshold",
        "missing",
        List.of(scaleInPolicyArn));
  }

  private Alarm firstChunkAlarm() {
    double millis = numbers.firstChunkAlarmMillis().orElse(numbers.slo().toNanos() / 1e6);
    return alarm(
        names().firstChunkAlarm(),
        FIRST_CHUNK_METRIC,
        "p95",
        PERIODS,
        millis * MICROS_PER_MILLI,
        ABOVE,
        NOT_BREACHING,
        List.of());
  }

  private Alarm serverErrorsAlarm() {
    return alarm(
        names().serverErrorsAlarm(),
        SERVER_ERRORS_METRIC,
        "Average",
        PERIODS,
        SERVER_ERROR_SHARE,
        ABOVE,
        NOT_BREACHING,
        List.of());
  }

  private Alarm overTargetAlarm() {
    return alarm(
        names().overTargetAlarm(),
        CONCURRENCY_METRIC,
        "Average",
        overTargetPeriods(numbers.scaleInCooldown()),
        thousandths(numbers.targetValue()),
        ABOVE,
        NOT_BREACHING,
        List.of());
  }

  private static int overTargetPeriods(Duration scaleInCooldown) {
    double minutes = scaleInCooldown.toSeconds() / 60.0 / T_TOTALS_PER_COOLDOWN;
    return Math.max(LEAST_OVER_TARGET_PERIODS, (int) Math.ceil(minutes));
  }

  private Alarm alarm(
      String name,
      String metric,
      String statistic,
      int periods,
      double threshold,
      String comparison,
      String treatMissingData,
      List<String> actions) {
    return new Alarm(
        name,
        NAMESPACE,
        metric,
        Map.of("EndpointName", numbers.endpoint(), "VariantName", numbers.variant()),
        statistic,
        MINUTE,
        periods,
        periods,
        threshold,
        comparison,
        treatMissingData,
        FRESH,
        actions);
  }

  /** Rounds a concurrency as the configuration file does. */
  public static double thousandths(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.3f", value));
  }

  /** The service takes whole seconds; a cooldown is never shortened. */
  public static Duration wholeSeconds(Duration cooldown) {
    return cooldown.getNano() == 0 ? cooldown : Duration.ofSeconds(cooldown.getSeconds() + 1);
  }
}
