package dev.rundle.planner.check;

import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Scalable targets and policies beside the configured variant. One that belongs to an endpoint of
 * the configuration and has lost its endpoint or variant is an orphan. Those of all other endpoints
 * are other people's: they are counted, never judged.
 */
final class Neighbours {
  private static final Pattern RESOURCE_ID = Pattern.compile("endpoint/([^/]+)/variant/([^/]+)");

  private final String endpoint;
  private final DeployedState state;
  private final DriftContext context;
  private final Findings findings;

  Neighbours(String endpoint, DeployedState state, DriftContext context, Findings findings) {
    this.endpoint = endpoint;
    this.state = state;
    this.context = context;
    this.findings = findings;
  }

  void compare() {
    Set<String> targets = new TreeSet<>();
    state.target().map(ScalableTarget::resourceId).ifPresent(targets::add);
    state.targetsElsewhere().forEach(t -> targets.add(t.resourceId()));
    targets.forEach(this::orphanedTarget);
    state.policies().stream().filter(p -> state.target().isEmpty()).forEach(this::orphanedPolicy);
    state.policiesElsewhere().stream()
        .filter(p -> !targets.contains(p.resourceId()))
        .filter(p -> isConfigured(p.resourceId()))
        .forEach(this::orphanedPolicy);
    long foreign = targets.stream().filter(id -> !isConfigured(id)).count();
    if (foreign > 0) {
      findings.info(
          Rule.ELSEWHERE,
          "scalable targets",
          "not looked at",
          foreign + " of endpoints outside the configuration",
          "");
    }
    context
        .notRead()
        .forEach(
            what ->
                findings.info(
                    Rule.ELSEWHERE,
                    "rest of the account",
                    "read",
                    what,
                    "orphans there are not found"));
  }

  private void orphanedTarget(String resourceId) {
    findLost(resourceId)
        .ifPresent(
            lost ->
                findings.finding(
                    Rule.ORPHANED_TARGET,
                    resourceId,
                    "an endpoint with that variant",
                    lost,
                    "if it is not about to be created again: aws application-autoscaling"
                        + " deregister-scalable-target --service-namespace sagemaker"
                        + " --scalable-dimension sagemaker:variant:DesiredInstanceCount"
                        + " --resource-id "
                        + resourceId));
  }

  private void orphanedPolicy(ScalingPolicy policy) {
    findings.finding(
        Rule.ORPHANED_POLICY,
        policy.name() + " on " + policy.resourceId(),
        "a scalable target",
        "none",
        "register the target again, or delete the policy");
  }

  private boolean isConfigured(String resourceId) {
    Matcher parts = RESOURCE_ID.matcher(resourceId);
    return parts.matches() && isConfiguredEndpoint(parts.group(1));
  }

  private boolean isConfiguredEndpoint(String name) {
    return name.equals(endpoint) || context.configuredEndpoints().contains(name);
  }

  /** What a target of a configured endpoint has lost; empty if nothing, or if nobody can tell. */
  private Optional<String> findLost(String resourceId) {
    Matcher parts = RESOURCE_ID.matcher(resourceId);
    if (!parts.matches() || !isConfiguredEndpoint(parts.group(1))) {
      return Optional.empty();
    }
    if (!parts.group(1).equals(endpoint)) {
      boolean isListComplete =
          context.notRead().isEmpty()
              && (state.endpoint().isEmpty() || state.endpointNames().contains(endpoint));
      return isListComplete && !state.endpointNames().contains(parts.group(1))
          ? Optional.of("no such endpoint")
          : Optional.empty();
    }
    if (state.endpoint().isEmpty()) {
      return Optional.of("no such endpoint");
    }
    EndpointState found = state.endpoint().get();
    List<String> variants = found.variants().stream().map(EndpointState.Variant::name).toList();
    return variants.contains(parts.group(2))
        ? Optional.empty()
        : Optional.of("variants " + String.join(", ", variants));
  }
}
