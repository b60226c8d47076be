package dev.rundle.model.failure;

import java.util.Objects;

/**
 * A failure that a user is told about: what happened and to what, why that matters, and what to do
 * next. The command line prints the three parts and ends with {@link #exitCode()}; a stack trace is
 * shown with {@code --debug} only.
 */
public abstract sealed class RundleException extends RuntimeException
    permits BadInput, Refused, RemoteFailure {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String why;
  private final String next;

  RundleException(String what, String why, String next, Throwable cause) {
    super(what, cause);
    this.what = Objects.requireNonNull(what, "what");
    this.why = Objects.requireNonNull(why, "why");
    this.next = Objects.requireNonNull(next, "next");
  }

  /** What happened, and to what; one sentence. */
  public final String what() {
    return what;
  }

  /** Why it matters or how it came about; may be empty. */
  public final String why() {
    return why;
  }

  /** What to type or change next; may be empty. */
  public final String next() {
    return next;
  }

  /** The process's exit code for this kind of failure. */
  public abstract int exitCode();
}
