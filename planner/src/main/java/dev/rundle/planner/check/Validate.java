package dev.rundle.planner.check;

import dev.rundle.model.artifact.Provenance.Origin;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.EndpointTags;
import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.planner.plan.Finding;
import dev.rundle.planner.plan.Level;
import dev.rundle.planner.plan.PlanArtifact;
import dev.rundle.planner.policy.PolicyDesign;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is deployed against the plan, field by field, the fingerprint included; reads only. The
 * configuration's values are held against the plan too, for the next deployment comes from them. A
 * number that the plan withholds cannot be validated, and that is a finding.
 */
public final class Validate {
  private static final String REDEPLOY = "deploy the plan's values, or make a new plan";
  private static final String REMEASURE =
      "the plan holds for what was measured: measure again (rundle qmax), or deploy that again";

  private final PlanArtifact plan;
  private final ModelConfig config;
  private final DeployedState state;
  private final Findings findings = new Findings();

  private Validate(PlanArtifact plan, ModelConfig config, DeployedState state) {
    this.plan = plan;
    this.config = config;
    this.state = state;
  }

  /**
   * Compares.
   *
   * @throws dev.rundle.model.failure.BadInput if the plan's numbers make no policy
   */
  public static CheckReport compare(PlanArtifact plan, ModelConfig config, DeployedState state) {
    return new Validate(plan, config, state).compare();
  }

  private CheckReport compare() {
    new ConfiguredValues(plan, config, findings).compare();
    feasibility();
    var endpoint = new EndpointChecks(plan.endpoint(), plan.variant(), state, findings);
    var variant = endpoint.exists();
    endpoint.freeze();
    state.endpoint().ifPresent(this::origin);
    if (variant.isPresent()) {
      fingerprint(variant.get());
      deployed();
      endpoint.queueBound(variant.get(), plan.policy().queueMaxDepth());
      endpoint.quota(plan.fleet().maxInstances());
    }
    return findings.report();
  }

  private void feasibility() {
    if (plan.feasible()) {
      findings.ok(Rule.PLAN, "feasible", "yes");
      return;
    }
    findings.finding(
        Rule.PLAN,
        "feasible",
        "no finding of the plan is stop",
        String.join(
            ", ",
            plan.findings().stream()
                .filter(f -> f.level() == Level.STOP)
                .map(Finding::id)
                .toList()),
        "follow the plan's recommendations and plan again");
  }

  /** Figures of a simulated endpoint say nothing about a real one. */
  private void origin(EndpointState endpoint) {
    Origin origin = plan.provenance().origin();
    boolean isSandbox = EndpointTags.isSandbox(endpoint);
    if (origin == Origin.SANDBOX && !isSandbox) {
      findings.finding(
          Rule.PLAN,
          "origin",
          "measured on this endpoint",
          "measured in the sandbox",
          "measure this endpoint: rundle qmax, rundle ttotal, rundle plan");
    } else if (origin == Origin.IMPORTED || origin == Origin.ASSUMPTION) {
      findings.info(
          Rule.PLAN,
          "origin",
          "measured on this endpoint",
          origin == Origin.IMPORTED ? "imported from another tool" : "assumed",
          "measure this endpoint: rundle qmax, rundle ttotal, rundle plan");
    } else {
      findings.ok(Rule.PLAN, "origin", origin == Origin.SANDBOX ? "sandbox" : "measured");
    }
  }

  private void deployed() {
    PlanArtifact.Policy policy = plan.policy();
    withheld("scaling_target_value", policy.scalingTargetValue(), policy.maximumRatioBasis());
    withheld("scale_in_threshold", policy.scaleInThreshold(), policy.averageRatioBasis());
    Optional<PolicyDesign> design = PolicyDesign.of(plan);
    if (design.isPresent()) {
      var firstChunk =
          new FirstChunkThreshold(
              PolicyDesign.firstChunkAlarmMillis(plan),
              OptionalDouble.of(policy.firstChunkAlarmMillis()),
              plan.chosen().sloMillis());
      new PolicyComparison(design.get(), state, firstChunk, findings, REDEPLOY).compare();
      return;
    }
    String because = PolicyDesign.findObstacle(plan).orElse("");
    for (var unplanned : state.policies()) {
      findings.finding(
          Rule.COMPETING_POLICY, unplanned.name(), "no policy: " + because, "a policy", REDEPLOY);
    }
    state
        .target()
        .ifPresent(target -> PolicyComparison.suspensions(findings, target, plan.endpoint()));
  }

  private void withheld(String name, OptionalDouble planned, String because) {
    if (planned.isEmpty()) {
      findings.finding(
          Rule.WITHHELD,
          name,
          "a number in the plan",
          "withheld: " + because,
          "it could not be validated; measure with CloudWatch joined (rundle qmax) and plan again");
    }
  }

  private void fingerprint(EndpointState.Variant variant) {
    Optional<Fingerprint> found = Fingerprint.find(variant);
    if (found.isEmpty()) {
      findings.finding(
          Rule.FINGERPRINT,
          "image digest",
          plan.fingerprint().imageDigest(),
          "the service does not tell",
          "deploy the image by its digest, so that it can be compared");
      return;
    }
    Fingerprint planned = plan.fingerprint();
    Fingerprint deployed = found.get();
    measured("instance type", planned.instanceType(), deployed.instanceType());
    measured("image digest", planned.imageDigest(), deployed.imageDigest());
    Set<String> keys = new TreeSet<>(planned.environment().keySet());
    keys.addAll(deployed.environment().keySet());
    for (String key : keys) {
      measured(
          "environment " + key,
          planned.environment().getOrDefault(key, "not set"),
          deployed.environment().getOrDefault(key, "not set"));
    }
  }

  private void measured(String field, String planned, String deployed) {
    findings.same(Rule.FINGERPRINT, field, planned, deployed, REMEASURE);
  }
}
