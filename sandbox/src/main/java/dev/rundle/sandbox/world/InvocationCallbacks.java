package dev.rundle.sandbox.world;

/**
 * What becomes of a request. Exactly one of the two is called, once, unless the request is ended
 * first; from the admitting thread or the world's, without its lock held. Must not block.
 */
public interface InvocationCallbacks {
  /** Its service begins. */
  void serve(ServicePlan plan);

  /** It is not served; there is nothing to end. */
  void refuse(Refusal refusal);
}
