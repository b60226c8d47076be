package dev.rundle.model.measure;

import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts one agent's attempts of one rung and hands them out in {@link Interval}s. Times are passed
 * in, all from one {@link dev.rundle.model.time.Ticker}. Thread-safe.
 *
 * <p>The window is half open: an attempt sent at {@code opens} belongs to it, one sent at {@code
 * closes} does not. The integral of the number in flight is exact and does not depend on the order
 * in which calls arrive: every attempt adds the overlap of its life with the window. Attempts sent
 * before the window opened count in it while they are open.
 *
 * <p>{@link #onSent} is called before the invoke call. An ended attempt is matched with the latest
 * announcement at or before its own send time, so that a clock read twice, microseconds apart, does
 * no harm. Attempts that were open before this recorder existed need no announcement: they are
 * credited when they end.
 */
public final class RungRecorder {
  private final String agent;
  private final int rung;
  private final long sloNanos;
  private final long opensAtNanos;

  private long closesAtNanos;
  private long latestSeenNanos = Long.MIN_VALUE;
  private final TreeMap<Long, Integer> openBySendTime = new TreeMap<>();
  private long open;
  private long openOfWindow;
  private double clippedSendTimesOfOpen;
  private double inFlightNanosOfEnded;
  private double inFlightNanosReported;
  private long windowNanosReported;
  private long nextSequence;
  private boolean over;
  private Counts counts = new Counts();
  private final LatencyHistogram ttfab = new LatencyHistogram();
  private final LatencyHistogram full = new LatencyHistogram();
  private final LatencyHistogram connectionWait = new LatencyHistogram();

  /**
   * @param rung {@link dev.rundle.model.ladder.RungOrder#index()}
   * @param windowOpensAtNanos ticker reading at which the measuring window opens
   * @param windowClosesAtNanos ticker reading at which it closes, unless closed early
   */
  public RungRecorder(
      String agent, int rung, long sloNanos, long windowOpensAtNanos, long windowClosesAtNanos) {
    if (windowClosesAtNanos <= windowOpensAtNanos) {
      throw new IllegalArgumentException("a window closes after it opens");
    }
    this.agent = agent;
    this.rung = rung;
    this.sloNanos = sloNanos;
    this.opensAtNanos = windowOpensAtNanos;
    this.closesAtNanos = windowClosesAtNanos;
  }

  /**
   * Announces an attempt, just before the invoke call.
   *
   * @return true if it was sent inside the measuring window and so is one of {@link Interval#sent},
   *     even if the window is closed early afterwards
   */
  public synchronized boolean onSent(long sentNanos) {
    see(sentNanos);
    openBySendTime.merge(sentNanos, 1, Integer::sum);
    open++;
    clippedSendTimesOfOpen += sinceOpening(sentNanos);
    boolean ofWindow = isInWindow(sentNanos);
    if (ofWindow) {
      counts.sent++;
      openOfWindow++;
    }
    return ofWindow;
  }

  /** Counts an attempt that has ended. */
  public synchronized void onEnded(Attempt attempt) {
    long endedNanos = attempt.sentNanos() + attempt.fullNanos();
    see(endedNanos);
    Map.Entry<Long, Integer> announced = openBySendTime.floorEntry(attempt.sentNanos());
    long sentNanos = announced == null ? attempt.sentNanos() : announced.getKey();
    boolean ofWindow = isInWindow(sentNanos);
    if (announced != null) {
      forget(announced, ofWindow);
    } else if (ofWindow) {
      counts.sent++;
    }
    inFlightNanosOfEnded += sinceOpening(endedNanos) - sinceOpening(sentNanos);
    if (isInWindow(endedNanos)) {
      counts.endedInWindow++;
      counts.completedInWindow += attempt.outcome().isOk() ? 1 : 0;
    }
    if (ofWindow) {
      count(attempt);
    }
  }

  /**
   * Closes the window now, because the verdict is certain; without effect if it has closed already.
   */
  public synchronized void closeWindow(long nowNanos) {
    // Events may carry times a little after the caller's reading; what was counted stays inside,
    // and the window is half open.
    long earliest = Math.max(Math.max(nowNanos, latestSeenNanos + 1), opensAtNanos);
    closesAtNanos = Math.min(closesAtNanos, earliest);
  }

  /** Attempts outstanding now, whenever sent; those never announced are not known. */
  public synchronized long inFlight() {
    return open;
  }

  /**
   * What was counted since the last call.
   *
   * @throws IllegalStateException after the rung's last interval
   */
  public synchronized Interval drain(long nowNanos, GeneratorHealth health) {
    if (over) {
      throw new IllegalStateException("rung " + rung + " is over on " + agent);
    }
    see(nowNanos);
    double inFlightNanos =
        inFlightNanosOfEnded + open * (double) sinceOpening(nowNanos) - clippedSendTimesOfOpen;
    long windowNanos = sinceOpening(nowNanos);
    over = nowNanos >= closesAtNanos && openOfWindow == 0;
    var interval =
        new Interval(
            agent,
            rung,
            nextSequence++,
            over,
            windowNanos - windowNanosReported,
            inFlightNanos - inFlightNanosReported,
            counts.sent,
            counts.overSlo,
            counts.outcomes,
            counts.completedInWindow,
            counts.endedInWindow,
            ttfab.encode(),
            full.encode(),
            connectionWait.encode(),
            counts.fullNanosSum,
            counts.audioBytes,
            counts.audioNanos,
            counts.longestStallNanos,
            health);
    inFlightNanosReported = inFlightNanos;
    windowNanosReported = windowNanos;
    counts = new Counts();
    ttfab.reset();
    full.reset();
    connectionWait.reset();
    return interval;
  }

  private void forget(Map.Entry<Long, Integer> announced, boolean ofWindow) {
    if (announced.getValue() == 1) {
      openBySendTime.remove(announced.getKey());
    } else {
      openBySendTime.put(announced.getKey(), announced.getValue() - 1);
    }
    open--;
    clippedSendTimesOfOpen -= sinceOpening(announced.getKey());
    openOfWindow -= ofWindow ? 1 : 0;
  }

  private void count(Attempt attempt) {
    counts.outcomes.merge(attempt.outcome(), 1L, Long::sum);
    counts.overSlo += attempt.isOver(sloNanos) ? 1 : 0;
    counts.fullNanosSum += attempt.fullNanos();
    counts.audioBytes += attempt.audioBytes();
    counts.audioNanos += attempt.audioNanos();
    counts.longestStallNanos = Math.max(counts.longestStallNanos, attempt.longestStallNanos());
    if (attempt.outcome().isOk()) {
      ttfab.recordNanos(attempt.ttfabNanos());
      full.recordNanos(attempt.fullNanos());
    }
    if (attempt.connectionWaitNanos() >= 0) {
      connectionWait.recordNanos(attempt.connectionWaitNanos());
    }
  }

  private void see(long nanos) {
    latestSeenNanos = Math.max(latestSeenNanos, nanos);
  }

  private boolean isInWindow(long nanos) {
    return nanos >= opensAtNanos && nanos < closesAtNanos;
  }

  /** A time clipped to the window, as nanoseconds since its opening. */
  private long sinceOpening(long nanos) {
    return Math.min(Math.max(nanos, opensAtNanos), closesAtNanos) - opensAtNanos;
  }

  private static final class Counts {
    long sent;
    long overSlo;
    long completedInWindow;
    long endedInWindow;
    double fullNanosSum;
    long audioBytes;
    long audioNanos;
    long longestStallNanos;
    final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  }
}
