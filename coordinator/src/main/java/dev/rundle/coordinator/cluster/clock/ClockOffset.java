package dev.rundle.coordinator.cluster.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far another host's clocks are ahead of this one's, from question and answer. Not thread-safe.
 *
 * <p>The answer was read somewhere between sending the question and receiving it. Taking the middle
 * is wrong by at most half the round trip, however unlike the two ways are; the quickest round trip
 * therefore tells most. Since then the clocks have drifted apart, each of the two crystals by up to
 * {@value #CRYSTAL_PPM} ppm, so what a sample leaves open grows with its age and a fresh sample in
 * the end beats a quicker old one.
 *
 * <p>A sample that cannot be true together with those before it shows that a clock leapt, as after
 * a host was suspended: what was known before is forgotten.
 *
 * @see "D. Mills, RFC 5905, section 8 (offset, delay) and section 10 (clock filter)"
 */
public final class ClockOffset {
  /** How many samples are kept. */
  public static final int MOST_SAMPLES = 32;

  /** Quartz oscillators stay within this. */
  public static final int CRYSTAL_PPM = 100;

  /** A slower answer says nothing of use. */
  static final Duration LONGEST_ROUND_TRIP = Duration.ofSeconds(10);

  /**
   * Wall clocks further apart are no clocks; it also keeps sums of nanoseconds from overflowing.
   */
  static final Duration FURTHEST_APART = Duration.ofDays(36_525);

  private static final double DRIFT = 2 * CRYSTAL_PPM / 1e6;

  private final Deque<Sample> samples = new ArrayDeque<>();

  /**
   * What is known of the other host's clocks.
   *
   * @param offsetNanos its ticker less this host's
   * @param uncertaintyNanos by which {@code offsetNanos} and {@code wallAhead} may be wrong at
   *     most, either way
   * @param wallAhead its wall clock less this host's
   * @param roundTripNanos of the sample that this is read from
   */
  public record Estimate(
      long offsetNanos, long uncertaintyNanos, Duration wallAhead, long roundTripNanos) {
    /** The other host's ticker at the moment at which this host's reads {@code localNanos}. */
    public long toRemote(long localNanos) {
      return localNanos + offsetNanos;
    }

    /** This host's ticker at the moment at which the other host's reads {@code remoteNanos}. */
    public long toLocal(long remoteNanos) {
      return remoteNanos - offsetNanos;
    }
  }

  /**
   * Takes in one question and its answer. Those that cannot be, or say nothing, are left out: an
   * answer before its question, a round trip over 10 s, wall clocks a century apart.
   *
   * @param sentNanos this host's ticker just before the question was sent
   * @param receivedNanos this host's ticker when the answer came
   * @param remoteTickerNanos the other host's ticker in the answer
   * @param remoteWall its wall clock in the answer, read at the same moment
   * @param localWallAtReceive this host's wall clock when the answer came
   * @return false if it was left out
   */
  public boolean sample(
      long sentNanos,
      long receivedNanos,
      long remoteTickerNanos,
      Instant remoteWall,
      Instant localWallAtReceive) {
    if (remoteWall == null) {
      return false;
    }
    // Tickers have arbitrary origins: only differences of readings count, and they may wrap around.
    long roundTrip = receivedNanos - sentNanos;
    if (roundTrip < 0 || roundTrip > LONGEST_ROUND_TRIP.toNanos()) {
      return false;
    }
    long sinceMiddle = roundTrip / 2;
    Duration wallAhead = Duration.between(localWallAtReceive, remoteWall).plusNanos(sinceMiddle);
    if (wallAhead.abs().compareTo(FURTHEST_APART) > 0) {
      return false;
    }
    long middle = receivedNanos - sinceMiddle;
    var sample = new Sample(middle, roundTrip, remoteTickerNanos - middle, wallAhead);
    if (samples.stream().anyMatch(earlier -> !earlier.agreesWith(sample))) {
      samples.clear();
    }
    if (samples.size() == MOST_SAMPLES) {
      samples.removeFirst();
    }
    samples.addLast(sample);
    return true;
  }

  /**
   * The offset with the least uncertainty.
   *
   * @param nowNanos this host's ticker at the moment for which it is asked
   * @return empty without a sample
   */
  public Optional<Estimate> estimate(long nowNanos) {
    return samples.stream()
        .min(Comparator.comparingLong(sample -> sample.uncertaintyAt(nowNanos)))
        .map(
            best ->
                new Estimate(
                    best.offset, best.uncertaintyAt(nowNanos), best.wallAhead, best.roundTrip));
  }

  /** How many samples are kept. */
  public int samples() {
    return samples.size();
  }

  /** Longest round trip of the samples kept, nanoseconds. */
  public OptionalLong worstRoundTripNanos() {
    return samples.stream().mapToLong(Sample::roundTrip).max();
  }

  /**
   * @param middle this host's ticker half-way between question and answer
   * @param offset the other host's ticker less {@code middle}
   */
  private record Sample(long middle, long roundTrip, long offset, Duration wallAhead) {
    /** Half the round trip, rounded up, and what the clocks may have drifted since. */
    long uncertaintyAt(long nowNanos) {
      return roundTrip - roundTrip / 2 + driftUntil(nowNanos);
    }

    /** False if no true offset fits both. */
    boolean agreesWith(Sample later) {
      long apart = Math.abs(offset - later.offset);
      // Long.MIN_VALUE has no absolute value and stays negative.
      return apart >= 0 && apart <= uncertaintyAt(later.middle) + later.uncertaintyAt(later.middle);
    }

    /** The other clock was read up to half a round trip away from the middle. */
    private long driftUntil(long nowNanos) {
      double since = Math.abs((double) (nowNanos - middle)) + 0.5 * roundTrip;
      return (long) Math.ceil(since * DRIFT);
    }
  }
}
