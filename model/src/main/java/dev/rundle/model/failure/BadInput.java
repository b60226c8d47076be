package dev.rundle.model.failure;

/** Wrong usage: an option, a file or a configuration that cannot be used as it is. */
public final class BadInput extends RundleException {
  private static final long serialVersionUID = 1L;

  public BadInput(String what, String why, String next) {
    this(what, why, next, null);
  }

  public BadInput(String what, String why, String next, Throwable cause) {
    super(what, why, next, cause);
  }

  @Override
  public int exitCode() {
    return 2;
  }
}
