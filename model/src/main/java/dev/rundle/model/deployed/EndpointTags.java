package dev.rundle.model.deployed;

/** Tags that Rundle reads or leaves on an endpoint. */
public final class EndpointTags {
  /** Tells where an endpoint lives; {@link #SANDBOX} on every endpoint of the sandbox. */
  public static final String ORIGIN = "rundle:origin";

  public static final String SANDBOX = "sandbox";

  /** The freeze's record while scaling is suspended; present means: somebody is measuring. */
  public static final String FREEZE = "rundle:freeze";

  private EndpointTags() {}

  /** True if the endpoint says that it is a pretend one. */
  public static boolean isSandbox(EndpointState endpoint) {
    return SANDBOX.equals(endpoint.tags().get(ORIGIN));
  }
}
