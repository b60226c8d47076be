package dev.rundle.agent;

/**
 * How a share is taken: what {@code from} says at once, one more at a time after that, evenly over
 * {@code nanos}; a share that is not above {@code from} is taken at once.
 *
 * @param from requests that find an open connection
 * @param to the share
 * @param startNanos ticker reading at which the gate begins to move
 * @param nanos over which the connections that are not open yet are opened
 */
record Ramp(int from, int to, long startNanos, long nanos) {
  /** The share that is due at a reading. */
  int shareAt(long nowNanos) {
    if (to <= from || nowNanos - startNanos >= nanos) {
      return to;
    }
    long passedNanos = Math.max(0, nowNanos - startNanos);
    return from + (int) ((to - from) * passedNanos / nanos);
  }

  /** The reading at which the next one after {@code share} is due. */
  long dueNanos(int share) {
    long steps = to - from;
    return startNanos + ((share + 1 - from) * nanos + steps - 1) / steps;
  }
}
