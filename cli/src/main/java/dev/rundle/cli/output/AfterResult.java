package dev.rundle.cli.output;

/**
 * A failure that is told after the command's result was printed: on stderr only, because stdout
 * holds its one result already.
 */
public final class AfterResult extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AfterResult(RuntimeException failure) {
    super(failure.getMessage(), failure);
  }

  /** What is to be told. */
  RuntimeException failure() {
    return (RuntimeException) getCause();
  }
}
