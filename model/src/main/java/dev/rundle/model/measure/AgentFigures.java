package dev.rundle.model.measure;

import java.util.Objects;

/**
 * One agent's part of a rung.
 *
 * @param share requests that it was told to keep outstanding
 * @param meanInFlight time-weighted mean number in flight over the window so far
 * @param ended attempts of the window that have ended
 */
public record AgentFigures(
    String agent, int share, double meanInFlight, long ended, GeneratorLoad load, AgentFlow flow) {
  public AgentFigures {
    Objects.requireNonNull(agent, "agent");
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(flow, "flow");
  }

  /** Of an agent whose flow is not known: enough to show, not to judge. */
  public AgentFigures(
      String agent, int share, double meanInFlight, long ended, GeneratorLoad load) {
    this(agent, share, meanInFlight, ended, load, AgentFlow.UNKNOWN);
  }
}
