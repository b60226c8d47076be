package dev.rundle.cli.output;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.model.failure.RundleException;
import java.util.Objects;

/**
 * A failure as users see it; the same record is printed as text and as JSON.
 *
 * @param what what happened, and to what
 * @param why how it came about or why it matters; may be empty
 * @param next what to do; may be empty
 * @param exitCode one of {@link ExitCodes}
 */
public record Failure(String what, String why, @JsonProperty("do") String next, int exitCode) {
  public Failure {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(why, "why");
    Objects.requireNonNull(next, "next");
  }

  /** The end that a signal asked for. */
  public static Failure interrupted() {
    return new Failure(
        "interrupted",
        "a signal ended it; what was changed has been put back",
        "run the same command again when it suits: nothing is left to clean up",
        ExitCodes.INTERRUPTED);
  }

  /** What a throwable means to a user. */
  public static Failure of(Throwable thrown) {
    Throwable cause = thrown;
    while (cause != null) {
      if (cause instanceof RundleException ours) {
        return new Failure(ours.what(), ours.why(), ours.next(), ours.exitCode());
      }
      cause = cause.getCause();
    }
    String message = thrown.getMessage() == null ? "" : ": " + thrown.getMessage().strip();
    return new Failure(
        "unexpected " + thrown.getClass().getSimpleName() + message.lines().findFirst().orElse(""),
        "Rundle did not foresee this",
        "run the same command with --debug to see more, and report it",
        ExitCodes.FAILURE);
  }
}
