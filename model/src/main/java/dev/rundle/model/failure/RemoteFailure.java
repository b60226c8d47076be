package dev.rundle.model.failure;

/** AWS, the network or the cluster failed. */
public final class RemoteFailure extends RundleException {
  private static final long serialVersionUID = 1L;

  public RemoteFailure(String what, String why, String next) {
    this(what, why, next, null);
  }

  public RemoteFailure(String what, String why, String next, Throwable cause) {
    super(what, why, next, cause);
  }

  @Override
  public int exitCode() {
    return 4;
  }
}
