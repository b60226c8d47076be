package dev.rundle.cli.output;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.failure.RundleException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/**
 * The one place where failures are told: text on stderr, or if JSON was asked for an event on
 * stderr and an object on stdout.
 */
public final class FailurePrinter {
  private final Surroundings surroundings;
  private final boolean json;
  private final boolean debug;
  private final Interrupts interrupts;

  public FailurePrinter(
      Surroundings surroundings, boolean json, boolean debug, Interrupts interrupts) {
    this.surroundings = surroundings;
    this.json = json;
    this.debug = debug;
    this.interrupts = interrupts;
  }

  /** Tells what was thrown and returns the exit code. */
  public int print(Throwable thrown) {
    if (thrown instanceof AfterResult after) {
      return print(meaning(after.failure()), after.failure(), false);
    }
    return print(meaning(thrown), thrown);
  }

  private Failure meaning(Throwable thrown) {
    // Whatever else broke, broke because we were told to stop.
    return interrupts.isRequested() && !(thrown instanceof RundleException)
        ? Failure.interrupted()
        : Failure.of(thrown);
  }

  /** Tells that stdout did not take the command's result, and returns the exit code. */
  public int printLostResult() {
    var lost =
        new RemoteFailure(
            "the result could not be written to the standard output",
            "whoever reads it has closed it, or the disk is full",
            "run it again with an output that takes it; files it names may exist already");
    return print(Failure.of(lost), lost, false);
  }

  /** Tells a failure and returns its exit code; the stack trace is shown with --debug only. */
  public int print(Failure failure, Throwable thrown) {
    return print(failure, thrown, json);
  }

  private int print(Failure failure, Throwable thrown, boolean onStdoutToo) {
    boolean withTrace = debug && failure.exitCode() != ExitCodes.USAGE;
    if (json) {
      new JsonLines(surroundings.err(), surroundings.clock())
          .event("error", withTrace ? new Traced(failure, traceOf(thrown)) : failure);
    } else {
      printText(failure);
      if (withTrace) {
        surroundings.err().println(Words.harmlessLines(traceOf(thrown).replace("\t", "  ")));
      }
    }
    if (onStdoutToo) {
      surroundings.out().println(Json.print(Map.of("error", failure)));
    }
    return failure.exitCode();
  }

  private void printText(Failure failure) {
    PrintStream err = surroundings.err();
    err.println("error: " + Words.harmlessLines(failure.what()));
    if (!failure.why().isEmpty()) {
      err.println("why: " + Words.harmlessLines(failure.why()));
    }
    if (!failure.next().isEmpty()) {
      err.println("do: " + Words.harmlessLines(failure.next()));
    }
  }

  /** A failure whose fields are followed by the stack trace. */
  private record Traced(@JsonUnwrapped Failure failure, String trace) {}

  private static String traceOf(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }
}
