package dev.rundle.model.measure;

/**
 * What went through one agent in the measuring window: its own side of Little's law.
 *
 * @param sent attempts sent in the window
 * @param endedPerSecond all endings inside the window per second, whenever sent: its X
 * @param meanFullNanos mean full response time of its attempts of the window that have ended: its
 *     R; 0 before the first one
 * @param failedNanos time that its attempts took which failed, all together
 */
public record AgentFlow(
    long sent, double endedPerSecond, double meanFullNanos, double failedNanos) {
  /** Of an agent of which nothing is known; no rung can be judged by it. */
  public static final AgentFlow UNKNOWN = new AgentFlow(0, 0, 0);

  /** Of an agent whose attempts were all answered. */
  public AgentFlow(long sent, double endedPerSecond, double meanFullNanos) {
    this(sent, endedPerSecond, meanFullNanos, 0);
  }
}
