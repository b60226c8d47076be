package dev.rundle.planner.check;

import dev.rundle.model.config.ModelConfig;
import dev.rundle.planner.plan.PlanArtifact;
import dev.rundle.planner.policy.PolicyDesign;
import java.time.Duration;
import java.util.OptionalDouble;

/** The configuration file's values against the plan's. */
final class ConfiguredValues {
  private static final String WRITE = "write the plan's value to rundle.yaml, or make a new plan";

  private final PlanArtifact plan;
  private final ModelConfig config;
  private final Findings findings;

  ConfiguredValues(PlanArtifact plan, ModelConfig config, Findings findings) {
    this.plan = plan;
    this.config = config;
    this.findings = findings;
  }

  void compare() {
    identity("model", plan.model(), config.name());
    identity("endpoint", plan.endpoint(), config.endpoint());
    identity("variant", plan.variant(), config.variant());
    number("slo_ms", plan.chosen().sloMillis(), config.slo().toNanos() / 1e6);
    number("surge_ratio", plan.chosen().surgeRatio(), config.surgeRatio());
    same("min_instances", plan.fleet().minInstances(), config.minInstances());
    same("max_instances", plan.fleet().maxInstances(), config.maxInstances());
    PlanArtifact.Policy policy = plan.policy();
    number("scaling_target_value", policy.scalingTargetValue(), config.scalingTargetValue());
    number("scale_in_threshold", policy.scaleInThreshold(), config.scaleInThreshold());
    same(
        "scale_out_cooldown_s",
        Duration.ofSeconds(policy.scaleOutCooldownSeconds()),
        PolicyDesign.wholeSeconds(config.scaleOutCooldown()));
    same(
        "scale_in_cooldown_s",
        Duration.ofSeconds(policy.scaleInCooldownSeconds()),
        PolicyDesign.wholeSeconds(config.scaleInCooldown()));
    config
        .queueMaxDepth()
        .ifPresent(depth -> same("queue_max_depth", policy.queueMaxDepth(), depth));
  }

  private void identity(String key, String planned, String configured) {
    findings.same(
        Rule.PLAN,
        inFile(key),
        planned,
        configured,
        "give the plan of this model: --plan, --model");
  }

  private void same(String key, Object planned, Object configured) {
    findings.same(Rule.CONFIGURED_VALUE, inFile(key), planned, configured, WRITE);
  }

  private void number(String key, double planned, double configured) {
    findings.sameConcurrency(Rule.CONFIGURED_VALUE, inFile(key), planned, configured, WRITE);
  }

  /** A withheld number is told where the deployed value is compared. */
  private void number(String key, OptionalDouble planned, OptionalDouble configured) {
    if (planned.isPresent() && configured.isPresent()) {
      number(key, planned.getAsDouble(), configured.getAsDouble());
    } else if (planned.isPresent()) {
      findings.finding(
          Rule.CONFIGURED_VALUE,
          inFile(key),
          Tolerance.text(planned.getAsDouble()),
          "not stated",
          WRITE);
    }
  }

  private static String inFile(String key) {
    return "rundle.yaml: " + key;
  }
}
