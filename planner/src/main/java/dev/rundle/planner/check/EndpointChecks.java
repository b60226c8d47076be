package dev.rundle.planner.check;

import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.EndpointTags;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The endpoint itself: there, settled, free, and with room to grow. */
final class EndpointChecks {
  private static final String IN_SERVICE = "InService";

  private static final String QUEUE_BOUND_KEY = "MAX_QUEUE_DEPTH";

  private final String endpoint;
  private final String variant;
  private final DeployedState state;
  private final Findings findings;

  EndpointChecks(String endpoint, String variant, DeployedState state, Findings findings) {
    this.endpoint = endpoint;
    this.variant = variant;
    this.state = state;
    this.findings = findings;
  }

  /** The variant, if the endpoint exists and has it; says so where not. */
  Optional<EndpointState.Variant> exists() {
    if (state.endpoint().isEmpty()) {
      findings.finding(
          Rule.ENDPOINT,
          endpoint,
          "an endpoint",
          "none of that name in this account and region",
          "check endpoint: in rundle.yaml, --region and --profile");
      return Optional.empty();
    }
    EndpointState found = state.endpoint().get();
    findings.verdict(
        Rule.ENDPOINT,
        "status",
        IN_SERVICE,
        found.status(),
        found.status().equals(IN_SERVICE),
        "wait until it is InService: aws sagemaker describe-endpoint --endpoint-name " + endpoint);
    Optional<EndpointState.Variant> foundVariant = found.findVariant(variant);
    if (foundVariant.isEmpty()) {
      findings.finding(
          Rule.ENDPOINT,
          "variant",
          variant,
          String.join(", ", found.variants().stream().map(EndpointState.Variant::name).toList()),
          "check variant: in rundle.yaml");
    } else {
      findings.ok(Rule.ENDPOINT, "variant", variant);
    }
    return foundVariant;
  }

  /** A freeze record among the endpoint's tags. Whether its run still lives cannot be told. */
  void freeze() {
    state
        .endpoint()
        .ifPresent(
            e ->
                new TreeMap<>(e.tags())
                    .forEach(
                        (key, value) -> {
                          if (key.startsWith(EndpointTags.FREEZE)) {
                            findings.finding(
                                Rule.FREEZE,
                                "tag " + key,
                                "none",
                                value,
                                "wait for that run; if it is dead: rundle thaw --endpoint "
                                    + endpoint);
                          }
                        }));
  }

  void quota(int maxInstances) {
    OptionalInt quota = state.endpointUsageQuota();
    String expected = "at least max_instances, " + maxInstances;
    if (quota.isEmpty()) {
      findings.info(
          Rule.QUOTA,
          "endpoint usage quota",
          expected,
          "could not be read",
          "look it up in Service Quotas before you rely on max_instances");
    } else {
      findings.verdict(
          Rule.QUOTA,
          "endpoint usage quota",
          expected,
          String.valueOf(quota.getAsInt()),
          quota.getAsInt() >= maxInstances,
          "ask for more in Service Quotas, or lower max_instances: a scale-out beyond it fails"
              + " while the endpoint stays InService");
    }
  }

  /** Where scaling is expected, capacity lies inside its bounds sooner or later. */
  void capacity(EndpointState.Variant found, int minInstances, int maxInstances) {
    int desired = found.desiredInstanceCount();
    if (desired < minInstances || desired > maxInstances) {
      findings.info(
          Rule.BOUNDS,
          "desired instances",
          minInstances + " to " + maxInstances,
          String.valueOf(desired),
          "auto scaling brings it inside, unless it is suspended");
    }
  }

  /** Absent is how the container is measured, so before that it is no finding. */
  void queueBoundBeforeMeasuring(EndpointState.Variant found, int expected) {
    if (isQueueBoundOff(found) && expected > 0) {
      findings.info(
          Rule.QUEUE_BOUND,
          "queue_max_depth",
          String.valueOf(expected),
          QUEUE_BOUND_KEY + " not set in the live model",
          "set it when the model is next deployed, after the last measurement");
    } else {
      queueBound(found, expected);
    }
  }

  void queueBound(EndpointState.Variant found, int expected) {
    String actual = isQueueBoundOff(found) ? "0" : found.environment().get(QUEUE_BOUND_KEY).strip();
    findings.verdict(
        Rule.QUEUE_BOUND,
        "queue_max_depth",
        String.valueOf(expected),
        actual,
        actual.equals(String.valueOf(expected)),
        "deploy the model with " + QUEUE_BOUND_KEY + "=" + expected);
  }

  private static boolean isQueueBoundOff(EndpointState.Variant found) {
    String value = found.environment().getOrDefault(QUEUE_BOUND_KEY, "").strip();
    return value.isEmpty() || value.equals("0");
  }
}
