package dev.rundle.model.measure;

/**
 * How the load generator itself fared in an interval; a rung that it limited says nothing about the
 * endpoint.
 *
 * @param cpuLoad share of the host's CPU in use, 0..1; NaN if unknown
 * @param gcPauseNanos time spent in collections
 * @param eventLoopLatenessNanos worst lateness of a timer on the event loops
 */
public record GeneratorHealth(double cpuLoad, long gcPauseNanos, long eventLoopLatenessNanos) {
  public static final GeneratorHealth UNKNOWN = new GeneratorHealth(Double.NaN, 0, 0);
}
