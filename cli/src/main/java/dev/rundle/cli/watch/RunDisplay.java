package dev.rundle.cli.watch;

import dev.rundle.cli.output.JsonLines;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.RunListener;
import java.time.Duration;
import java.util.Optional;

/** Shows a run on stderr. Safe to be told things from several threads. */
public interface RunDisplay extends RunListener, AutoCloseable {
  /** The events of the JSON lines, for the help of the commands that print them. */
  String EVENTS =
      "With --json the lines on stderr are events, each with `at` and `event`: phase, agent-joined,"
          + " agent-lost, agent-refused, rung-progress (about once a second), rung-ended, stage,"
          + " warning, metrics, interrupted, error.";

  /** What follows the run takes a moment. */
  void doing(String what);

  /** The run was told to stop. */
  void interrupted();

  /** Metrics can be scraped there. */
  void metricsAt(String url);

  /** Takes away what is redrawn. */
  @Override
  void close();

  /**
   * The display that suits: JSON lines if asked for, a live view on a terminal, lines elsewhere.
   *
   * @param slo the promise that rungs are measured against
   * @param outlook the ladder, where there is one
   */
  static RunDisplay of(
      Surroundings surroundings, boolean json, Duration slo, Optional<LadderOutlook> outlook) {
    if (json) {
      return new JsonDisplay(new JsonLines(surroundings.err(), surroundings.clock()), slo);
    }
    return surroundings.isErrRedrawn()
        ? new TerminalDisplay(surroundings, slo, outlook)
        : new LineDisplay(surroundings);
  }

  /** The same for what holds no rung, so that no promise is needed. */
  static RunDisplay withoutRungs(Surroundings surroundings, boolean json) {
    return of(surroundings, json, Duration.ZERO, Optional.empty());
  }
}
