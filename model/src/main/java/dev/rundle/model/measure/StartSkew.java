package dev.rundle.model.measure;

/**
 * How far apart the agents of a rung began: for each agent the distance between the moment its gate
 * moved and the median of all of them, on the coordinator's time line, plus the uncertainty of that
 * agent's clock offset (half the best round trip). An upper bound, therefore; 0 for a single agent.
 *
 * @param agents agents that reported their start
 * @param p50Millis median over the agents
 * @param p99Millis 99th percentile over the agents; with fewer than 100 the largest
 */
public record StartSkew(int agents, double p50Millis, double p99Millis) {
  /** One agent cannot be out of step with itself. */
  public static final StartSkew SINGLE = new StartSkew(1, 0, 0);
}
