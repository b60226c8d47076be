package dev.rundle.sandbox.world;

import java.util.Optional;
import java.util.OptionalInt;

/** The runtime: takes requests to instances. */
public final class Invocations {
  private static final long LARGEST_BYTES = 6L * 1024 * 1024;

  private final Engine engine;
  private final Account account;
  private final Randomness randomness;
  private final FaultTable faults;
  private final Refusals refusals;

  Invocations(Engine engine, Account account, Randomness randomness, FaultTable faults, Arns arns) {
    this.engine = engine;
    this.account = account;
    this.randomness = randomness;
    this.faults = faults;
    this.refusals = new Refusals(arns);
  }

  /**
   * Admits a request. It is queued on an instance until a slot is free, and its callback called
   * when its service begins, or when it is refused (both may be at once, before this returns).
   *
   * @param targetVariant TargetVariant, if the caller names one
   */
  public Invocation admit(
      String endpoint,
      Optional<String> targetVariant,
      long requestBytes,
      InvocationCallbacks callbacks) {
    return engine.call(() -> admitted(endpoint, targetVariant, requestBytes, callbacks));
  }

  private Invocation admitted(
      String endpointName,
      Optional<String> targetVariant,
      long requestBytes,
      InvocationCallbacks callbacks) {
    Optional<Endpoint> endpoint = account.find(endpointName);
    if (endpoint.isEmpty()) {
      return refuse(callbacks, refusals.endpointNotFound(endpointName));
    }
    if (requestBytes > LARGEST_BYTES) {
      return refuse(callbacks, refusals.tooLarge(requestBytes));
    }
    Optional<Variant> variant =
        targetVariant
            .map(name -> endpoint.get().findVariant(name))
            .orElseGet(() -> endpoint.get().route(randomness.routing()));
    if (variant.isEmpty()) {
      return refuse(callbacks, refusals.variantNotFound(targetVariant.orElse("")));
    }
    return routed(endpointName, variant.get(), callbacks);
  }

  private Invocation routed(String endpoint, Variant variant, InvocationCallbacks callbacks) {
    variant.metrics().arrived(variant.inServiceCount());
    Optional<Fault> fault = faults.draw(endpoint);
    if (fault.orElse(null) instanceof Fault.Answer answer) {
      return refuse(variant, callbacks, refusals.of(answer, endpoint, variant));
    }
    Optional<Instance> instance = variant.route(randomness.routing());
    if (instance.isEmpty()) {
      return refuse(variant, callbacks, refusals.noInstance());
    }
    OptionalInt bound = variant.profile().queueBound();
    int depth = instance.get().containerLoad();
    if (bound.isPresent() && depth >= bound.getAsInt()) {
      Refusal saturated =
          refusals.queueSaturated(endpoint, variant, instance.get(), depth, bound.getAsInt());
      return refuse(variant, callbacks, saturated);
    }
    Optional<Fault.Stream> streamFault =
        fault.filter(Fault.Stream.class::isInstance).map(Fault.Stream.class::cast);
    var request = new Request(engine, endpoint, variant, instance.get(), callbacks, streamFault);
    instance.get().accept(request);
    return request;
  }

  private Invocation refuse(Variant variant, InvocationCallbacks callbacks, Refusal refusal) {
    int status =
        refusal
            .container()
            .map(Refusal.ContainerAnswer::status)
            .orElse(refusal.error().httpStatus());
    variant.metrics().answered(status, refusal.container().isPresent(), false);
    return refuse(callbacks, refusal);
  }

  private Invocation refuse(InvocationCallbacks callbacks, Refusal refusal) {
    engine.callBack(() -> callbacks.refuse(refusal));
    return Over.INSTANCE;
  }

  /** A refused request: nothing is left to be told. */
  private enum Over implements Invocation {
    INSTANCE;

    @Override
    public void firstChunkSent() {}

    @Override
    public void ended(End end) {}
  }
}
