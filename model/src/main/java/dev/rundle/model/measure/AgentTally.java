package dev.rundle.model.measure;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** One agent's part of a rung while its reports come in. */
final class AgentTally {
  /** Agents' windows may differ by this share: closing early reaches them at different times. */
  private static final double WINDOW_TOLERANCE = 0.10;

  private final int share;
  private final BitSet received = new BitSet();
  private final GeneratorMeter generator = new GeneratorMeter();
  private int last = -1;
  private boolean wentOn;
  private int doubled;
  private int firstDoubled;
  private long windowNanos;
  private double inFlightNanos;
  private long completedInWindow;
  private long endedInWindow;
  private long ended;
  private long sent;
  private double fullNanosSum;
  private double failedNanos;

  AgentTally(int share) {
    this.share = share;
  }

  /**
   * Whether a report of that number is to be counted: not if it came already, nor after the end.
   */
  boolean expects(int sequence, boolean isLast) {
    if (received.get(sequence)) {
      firstDoubled = doubled == 0 ? sequence : firstDoubled;
      doubled++;
      return false;
    }
    if (last >= 0 && (isLast || sequence > last)) {
      wentOn = true;
      return false;
    }
    received.set(sequence);
    if (isLast) {
      last = sequence;
      wentOn |= received.length() > last + 1;
    }
    return true;
  }

  void add(Report report) {
    Interval interval = report.interval();
    windowNanos += interval.windowNanos();
    inFlightNanos += interval.inFlightNanos();
    completedInWindow += interval.completedInWindow();
    endedInWindow += interval.endedInWindow();
    ended += interval.ended();
    sent += interval.sent();
    fullNanosSum += interval.fullNanosSum();
    failedNanos += report.failedNanos();
    generator.add(report);
  }

  int share() {
    return share;
  }

  long windowNanos() {
    return windowNanos;
  }

  double meanInFlight() {
    return Math.max(0, perWindow(inFlightNanos));
  }

  /** Successful endings inside the window per nanosecond. */
  double completedPerNano() {
    return perWindow(completedInWindow);
  }

  /** All endings inside the window per nanosecond. */
  double endedPerNano() {
    return perWindow(endedInWindow);
  }

  AgentFigures figures(String agent) {
    double meanFullNanos = ended == 0 ? 0 : fullNanosSum / ended;
    var flow = new AgentFlow(sent, endedPerNano() * 1e9, meanFullNanos, failedNanos);
    return new AgentFigures(agent, share, meanInFlight(), ended, generator.load(), flow);
  }

  /** True when the last report and all before it have come. */
  boolean isWhole() {
    return last >= 0 && received.nextClearBit(0) > last;
  }

  /** Reports that came more than once. */
  List<String> doubled(String agent) {
    if (doubled == 0) {
      return List.of();
    }
    return List.of(
        doubled == 1
            ? "agent " + agent + " sent report " + firstDoubled + " twice"
            : "agent %s sent %d reports twice, first report %d"
                .formatted(agent, doubled, firstDoubled));
  }

  /**
   * What is missing or does not fit.
   *
   * @param orderedNanos length of the window that was ordered
   * @param longestNanos longest window that any agent measured
   */
  List<String> flaws(String agent, long orderedNanos, long longestNanos) {
    List<String> flaws = new ArrayList<>();
    int missing = received.nextClearBit(0);
    if (missing < Math.max(received.length(), last + 1)) {
      flaws.add("agent " + agent + ": report " + missing + " is missing");
    }
    if (last < 0) {
      flaws.add("agent " + agent + " has not sent its last report");
    } else if (wentOn) {
      flaws.add("agent " + agent + " sent reports after its last");
    } else if (windowNanos < longestNanos * (1 - WINDOW_TOLERANCE)) {
      flaws.add("agent " + agent + measuredInstead(longestNanos));
    } else if (windowNanos > orderedNanos * (1 + WINDOW_TOLERANCE)) {
      flaws.add("agent " + agent + measuredInstead(orderedNanos));
    }
    return flaws;
  }

  private String measuredInstead(long expectedNanos) {
    return String.format(
        Locale.ROOT,
        " measured %.2f s of a window of %.2f s",
        windowNanos / 1e9,
        expectedNanos / 1e9);
  }

  private double perWindow(double amount) {
    return windowNanos == 0 ? 0 : amount / windowNanos;
  }
}
