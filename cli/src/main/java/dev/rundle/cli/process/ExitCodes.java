package dev.rundle.cli.process;

/**
 * Every exit code of every command, in one place. Scripts and pipelines rely on them.
 *
 * <p>The codes of refusals and failures are those of {@link
 * dev.rundle.model.failure.RundleException#exitCode()}; a test keeps the two in step.
 */
public final class ExitCodes {
  /** All is well: the command did what it was asked and found nothing wrong. */
  public static final int FINE = 0;

  /** A finding or a failed check: the command worked, and what it looked at is not right. */
  public static final int FINDING = 1;

  /** Wrong usage: an option, a file or the configuration cannot be used as it is. */
  public static final int USAGE = 2;

  /** Refused: a precondition does not hold, and nothing was changed. */
  public static final int REFUSED = 3;

  /**
   * AWS, the network or the cluster failed; also a failure inside Rundle that it did not foresee,
   * which {@code --debug} shows with its stack trace.
   */
  public static final int FAILURE = 4;

  /** Ended by Ctrl-C, SIGTERM or a closed terminal; what was changed has been put back. */
  public static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
