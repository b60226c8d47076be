package dev.rundle.cli.faults;

import dev.rundle.cli.faults.Ladder.Ended;
import dev.rundle.model.artifact.QmaxArtifact;
import java.util.Locale;
import java.util.regex.Pattern;

/** What ladders found, for whoever reads the log of a test run. */
final class Findings {
  /** The words that a result withheld because of a host must hold. */
  static final Pattern NAMES_THE_FAULT =
      Pattern.compile(
          "agent-\\d+ (was lost|failed)|generator bound: agent|agent-\\d+ .*(unreachable|not heard"
              + "|did not report)|no agent|start skew");

  private Findings() {}

  static void print(String story, Ended ended) {
    say(
        "%s: exit %d, Q_max %s; %s",
        story,
        ended.exitCode(),
        ended.artifact().flatMap(QmaxArtifact::qMax).map(String::valueOf).orElse("withheld"),
        String.join("; ", ended.verdicts()));
  }

  /** How long after a fault the coordinator said first that an agent was lost or a rung void. */
  static void printDetection(String fault, long faultNanos, Lines coordinator) {
    printDetection(fault, faultNanos, Long.MAX_VALUE, coordinator);
  }

  /**
   * The same for a fault after which another one came.
   *
   * @param nextNanos when that was
   */
  static void printDetection(String fault, long faultNanos, long nextNanos, Lines coordinator) {
    coordinator.all().stream()
        .filter(line -> line.nanos() > faultNanos && line.nanos() < nextNanos)
        .filter(line -> line.text().contains(" lost: ") || line.text().contains("void: "))
        .findFirst()
        .ifPresentOrElse(
            line ->
                say(
                    "%s: noticed after %.1f s: %s",
                    fault, (line.nanos() - faultNanos) / 1e9, line.text().strip()),
            () -> say("%s: nothing was noticed", fault));
  }

  static void say(String format, Object... args) {
    System.out.printf(Locale.ROOT, "[faults] " + format + "%n", args);
  }
}
