package dev.rundle.planner.check;

import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.planner.policy.PolicyDesign;
import java.util.OptionalDouble;

/**
 * What is deployed against the configuration file; reads only. The rules are listed in {@link
 * Rule}, when numbers are the same in {@link Tolerance}, and when an alarm without data matters in
 * {@link MetricChecks}.
 *
 * <p>Where min_instances and max_instances are the same, no policy is expected: a policy or a
 * target with other bounds is a finding if the configuration states scaling values, for then
 * somebody has switched scaling off in the file alone. Where it states none, it does not speak of
 * scaling yet: what is deployed is information, except suspensions left behind.
 */
public final class Drift {
  private static final String REDEPLOY = "deploy rundle.yaml again, or correct it";

  private final ModelConfig config;
  private final DeployedState state;
  private final DriftContext context;
  private final Findings findings = new Findings();

  private Drift(ModelConfig config, DeployedState state, DriftContext context) {
    this.config = config;
    this.state = state;
    this.context = context;
  }

  /**
   * Compares.
   *
   * @throws dev.rundle.model.failure.BadInput if the configuration's numbers make no policy
   */
  public static CheckReport compare(ModelConfig config, DeployedState state, DriftContext context) {
    return new Drift(config, state, context).compare();
  }

  private CheckReport compare() {
    var endpoint = new EndpointChecks(config.endpoint(), config.variant(), state, findings);
    var variant = endpoint.exists();
    endpoint.freeze();
    new Neighbours(config.endpoint(), state, context, findings).compare();
    if (variant.isPresent()) {
      var design = PolicyDesign.of(config, context.firstChunkAlarmMillis());
      design.ifPresentOrElse(d -> scaling(d, endpoint, variant.get()), this::noScaling);
      endpoint.quota(config.maxInstances());
      config
          .queueMaxDepth()
          .ifPresent(depth -> endpoint.queueBoundBeforeMeasuring(variant.get(), depth));
    }
    return findings.report();
  }

  private void scaling(
      PolicyDesign design, EndpointChecks endpoint, EndpointState.Variant variant) {
    var firstChunk =
        new FirstChunkThreshold(
            context.firstChunkAlarmMillis(), OptionalDouble.empty(), config.slo().toNanos() / 1e6);
    new PolicyComparison(design, state, firstChunk, findings, REDEPLOY).compare();
    new MetricChecks(design, state, findings).compare();
    endpoint.capacity(variant, config.minInstances(), config.maxInstances());
  }

  private void noScaling() {
    String because = PolicyDesign.findObstacle(config).orElse("");
    boolean isStated =
        config.scalingTargetValue().isPresent() && config.scaleInThreshold().isPresent();
    if (!isStated) {
      findings.info(
          Rule.CONFIGURATION,
          "scaling",
          "scaling values in rundle.yaml",
          because,
          "measure and plan: rundle qmax, rundle ttotal, rundle plan");
    }
    state.policies().forEach(policy -> unexpected(policy, because, isStated));
    state.target().ifPresent(target -> unexpected(target, isStated));
  }

  private void unexpected(ScalingPolicy policy, String because, boolean isStated) {
    if (isStated) {
      findings.finding(
          Rule.COMPETING_POLICY,
          policy.name(),
          "no policy: " + because,
          "a policy",
          "raise max_instances in rundle.yaml, or withdraw the policy");
    } else {
      findings.info(
          Rule.COMPETING_POLICY,
          policy.name(),
          "not compared: " + because,
          "a policy",
          "write its values to rundle.yaml to have them compared");
    }
  }

  private void unexpected(ScalableTarget target, boolean isStated) {
    if (isStated) {
      var expected =
          new ScalableTarget(
              target.resourceId(),
              config.minInstances(),
              config.maxInstances(),
              target.suspended());
      PolicyComparison.bounds(findings, target, expected, REDEPLOY);
    } else if (target.minCapacity() != config.minInstances()
        || target.maxCapacity() != config.maxInstances()) {
      findings.info(
          Rule.BOUNDS,
          "min_instances, max_instances",
          config.minInstances() + ", " + config.maxInstances(),
          target.minCapacity() + ", " + target.maxCapacity(),
          "write them to rundle.yaml to have them compared");
    }
    PolicyComparison.suspensions(findings, target, config.endpoint());
  }
}
