package dev.rundle.model.measure;

/**
 * How one agent's load generator fared over a rung's measuring window and until the answers to what
 * was sent in it had come, from the {@link GeneratorHealth} of its intervals.
 *
 * <p>Lateness is that of a watching timer of the agent's JVM: like the health that it comes from,
 * it cannot show a single saturated event loop.
 *
 * @param meanCpuLoad mean share of the host's CPU in use over the window, 0..1; NaN if unknown
 * @param worstLatenessNanos worst lateness of the watching timer
 * @param lateNanos sum of each interval's worst lateness, where that was above 20 ms
 * @param gcPauseNanos time spent in collections
 * @param connectionWaitP95Millis p95 of the wait for a connection, milliseconds; 0 if nothing ended
 */
public record GeneratorLoad(
    double meanCpuLoad,
    long worstLatenessNanos,
    long lateNanos,
    long gcPauseNanos,
    double connectionWaitP95Millis) {
  public static final GeneratorLoad UNKNOWN = new GeneratorLoad(Double.NaN, 0, 0, 0, 0);
}
