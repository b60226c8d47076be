package dev.rundle.cli.watch;

import dev.rundle.agent.AgentListener;
import dev.rundle.cli.output.JsonLines;
import dev.rundle.cli.process.Surroundings;

/** Shows on stdout what an agent does. Safe to be told things from several threads. */
public interface AgentDisplay extends AgentListener, AutoCloseable {
  /** The agent begins to look for its coordinator. */
  void starting(String coordinator, String workFolder);

  /** Metrics can be scraped there. */
  void metricsAt(String url);

  /** The agent was told to stop. */
  void interrupted();

  /** Takes away what is redrawn. */
  @Override
  void close();

  /**
   * The display that suits: JSON lines if asked for, a live line on a terminal, lines elsewhere.
   */
  static AgentDisplay of(Surroundings surroundings, boolean json) {
    if (json) {
      return new AgentJsonDisplay(new JsonLines(surroundings.out(), surroundings.clock()));
    }
    return new AgentTextDisplay(surroundings);
  }
}
