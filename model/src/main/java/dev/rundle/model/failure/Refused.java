package dev.rundle.model.failure;

/** A precondition does not hold, so nothing was changed. */
public final class Refused extends RundleException {
  private static final long serialVersionUID = 1L;

  public Refused(String what, String why, String next) {
    this(what, why, next, null);
  }

  public Refused(String what, String why, String next, Throwable cause) {
    super(what, why, next, cause);
  }

  @Override
  public int exitCode() {
    return 3;
  }
}
