package dev.rundle.sandbox.world;

import java.util.Locale;
import java.util.Optional;

/** Refusals in the service's words. */
final class Refusals {
  private final Arns arns;

  Refusals(Arns arns) {
    this.arns = arns;
  }

  Refusal endpointNotFound(String endpoint) {
    return own(
        Refusal.Kind.ENDPOINT_NOT_FOUND,
        new WorldError(
            "ValidationError",
            400,
            "Endpoint " + endpoint + " of account " + arns.accountId() + " not found."));
  }

  Refusal variantNotFound(String variant) {
    return own(
        Refusal.Kind.VARIANT_NOT_FOUND,
        new WorldError("ValidationError", 400, "Variant " + variant + " not found for Request."));
  }

  Refusal tooLarge(long bytes) {
    return own(
        Refusal.Kind.REQUEST_TOO_LARGE,
        new WorldError(
            "ValidationError",
            400,
            "Request body of " + bytes + " bytes exceeds the limit of 6291456 bytes."));
  }

  Refusal noInstance() {
    return own(
        Refusal.Kind.NO_INSTANCE,
        new WorldError(
            "ServiceUnavailable", 503, "No instance of the endpoint is in service; try again."));
  }

  Refusal of(Fault.Answer fault, String endpoint, Variant variant) {
    return fault.fold(
        container ->
            container(
                Refusal.Kind.CONTAINER_ERROR,
                endpoint,
                variant,
                variant.oldestInService(),
                container.status(),
                container.body()),
        unavailable ->
            own(
                Refusal.Kind.SERVICE_UNAVAILABLE,
                new WorldError(
                    "ServiceUnavailable", 503, "The service is unavailable. Try your call again.")),
        throttled ->
            own(
                Refusal.Kind.THROTTLED,
                new WorldError("ThrottlingException", 429, "Rate exceeded")),
        internal ->
            own(
                Refusal.Kind.INTERNAL_FAILURE,
                new WorldError("InternalFailure", 500, "An internal failure occurred.")));
  }

  /** What the container says when its queue bound is reached. */
  Refusal queueSaturated(
      String endpoint, Variant variant, Instance instance, int depth, int bound) {
    String body =
        String.format(
            Locale.ROOT,
            "{\"error\":\"queue_saturated\",\"queue_depth\":%d,\"max_queue_depth\":%d}",
            depth,
            bound);
    return container(
        Refusal.Kind.QUEUE_SATURATED, endpoint, variant, Optional.of(instance), 503, body);
  }

  private Refusal container(
      Refusal.Kind kind,
      String endpoint,
      Variant variant,
      Optional<Instance> instance,
      int status,
      String body) {
    String group = LogStore.groupOf(endpoint);
    String message =
        "Received "
            + (status < 500 ? "client" : "server")
            + " error ("
            + status
            + ") from "
            + variant.name()
            + " with message \""
            + body
            + "\". See https://"
            + arns.region()
            + ".console.aws.amazon.com/cloudwatch/home?region="
            + arns.region()
            + "#logEventViewer:group="
            + group
            + " in account "
            + arns.accountId()
            + " for more information.";
    String stream =
        instance.map(each -> ":log-stream:" + variant.name() + "/" + each.id()).orElse("");
    return new Refusal(
        kind,
        new WorldError("ModelError", 424, message),
        Optional.of(new Refusal.ContainerAnswer(status, body, arns.logGroup(group) + stream)));
  }

  private static Refusal own(Refusal.Kind kind, WorldError error) {
    return new Refusal(kind, error, Optional.empty());
  }
}
