package dev.rundle.coordinator;

import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.EndpointTags;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.fingerprint.Fingerprint;
import java.time.Instant;

/** The endpoint and variant that a run is about, as they were found. */
public record MeasuredEndpoint(EndpointState state, EndpointState.Variant variant) {
  /**
   * Finds it.
   *
   * @throws Refused if it does not exist or lacks the variant
   */
  public static MeasuredEndpoint find(EndpointControl endpoints, String endpoint, String name) {
    EndpointState state =
        endpoints
            .findEndpoint(endpoint)
            .orElseThrow(
                () ->
                    new Refused(
                        "there is no endpoint " + endpoint,
                        "it cannot be measured",
                        "check the name in rundle.yaml, the region and the account"));
    EndpointState.Variant variant =
        state
            .findVariant(name)
            .orElseThrow(
                () ->
                    new Refused(
                        "the endpoint " + endpoint + " has no variant " + name,
                        "its variants are "
                            + state.variants().stream().map(EndpointState.Variant::name).toList(),
                        "correct the variant in rundle.yaml"));
    return new MeasuredEndpoint(state, variant);
  }

  /**
   * Checks that it is not changing.
   *
   * @throws Refused unless it is InService
   */
  public void requireInService() {
    if (!state.status().equals("InService")) {
      throw new Refused(
          state.name() + " is " + state.status() + ", not InService",
          "an endpoint that changes cannot be measured, nor its capacity be written down",
          "wait until it is InService");
    }
  }

  /** What a measurement on this variant holds for; the digest is empty where it is unknown. */
  public static Fingerprint fingerprint(EndpointState.Variant variant) {
    return Fingerprint.of(
        variant.instanceType(), variant.imageDigest().orElse(""), variant.environment());
  }

  public Fingerprint fingerprint() {
    return fingerprint(variant);
  }

  /** Where a measurement on this endpoint comes from. */
  public Provenance provenance(RunSetup setup, Instant begin) {
    return new Provenance(
        EndpointTags.isSandbox(state) ? Provenance.Origin.SANDBOX : Provenance.Origin.MEASURED,
        setup.runId(),
        begin,
        setup.model().endpoint(),
        setup.model().variant(),
        setup.target().region(),
        setup.productVersion(),
        "");
  }
}
