package dev.rundle.cli.live;

import dev.rundle.coordinator.LoadTarget;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.fingerprint.Fingerprint;

/** Default names of artifacts: what it is, the model, how measured, on which configuration. */
final class ArtifactNames {
  private ArtifactNames() {}

  static String qmax(ModelConfig model, EndpointState endpoint) {
    return "qmax-" + model.name() + "-" + LoadTarget.RESPONSE_STREAM + slug(model, endpoint);
  }

  static String ttotal(ModelConfig model, EndpointState endpoint) {
    return "ttotal-" + model.name() + "-force-desired" + slug(model, endpoint);
  }

  private static String slug(ModelConfig model, EndpointState endpoint) {
    EndpointState.Variant variant =
        endpoint.findVariant(model.variant()).orElseThrow(() -> noVariant(model, endpoint));
    return Fingerprint.find(variant).map(found -> "-" + found.slug()).orElse("");
  }

  private static Refused noVariant(ModelConfig model, EndpointState endpoint) {
    return new Refused(
        "endpoint " + endpoint.name() + " has no variant " + model.variant(),
        "it has "
            + String.join(
                ", ", endpoint.variants().stream().map(EndpointState.Variant::name).toList()),
        "correct `variant` in rundle.yaml");
  }
}
