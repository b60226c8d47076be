package dev.rundle.model.measure;

/**
 * How the load generator itself fared in an interval; a rung that it limited says nothing about the
 * endpoint.
 *
 * <p>What it cannot see: lateness is that of a timer on a thread of its own, not of the event
 * loops. It shows what stops or starves the whole process (no CPU, a collection, a paused host),
 * not one saturated native event loop while the host has CPU to spare.
 *
 * @param cpuLoad share of the host's CPU in use, 0..1; NaN if unknown
 * @param gcPauseNanos time spent in collections
 * @param eventLoopLatenessNanos worst lateness of a watching timer of the JVM; measured on none of
 *     the event loops, whatever the name says
 */
public record GeneratorHealth(double cpuLoad, long gcPauseNanos, long eventLoopLatenessNanos) {
  public static final GeneratorHealth UNKNOWN = new GeneratorHealth(Double.NaN, 0, 0);
}
