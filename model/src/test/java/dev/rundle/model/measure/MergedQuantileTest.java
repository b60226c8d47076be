package dev.rundle.model.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Percentiles of the merged histogram are those of all samples pooled, however the samples are
 * spread over agents and intervals, and across the wire.
 */
class MergedQuantileTest {
  /** What the clients of an endpoint see; each maps a standard normal to milliseconds. */
  enum Shape {
    LOGNORMAL(z -> 120 * Math.exp(0.9 * z)),
    EXPONENTIAL(z -> -400 * Math.log(1 - normalShare(z))),
    BIMODAL(z -> z < 1.6 ? 60 + z : 3_200 + 40 * z),
    NARROW(z -> 56 + 0.4 * z);

    final DoubleUnaryOperator millisOf;

    Shape(DoubleUnaryOperator millisOf) {
      this.millisOf = millisOf;
    }

    long nanos(Random random) {
      return (long) (1e6 * Math.max(0.01, millisOf.applyAsDouble(random.nextGaussian())));
    }

    /** Logistic approximation of the normal distribution function, within 1 %. */
    private static double normalShare(double z) {
      return 1 / (1 + Math.exp(-1.702 * z));
    }
  }

  @Property(tries = 25)
  void ofOneShape(
      @ForAll Shape shape,
      @ForAll @IntRange(min = 1, max = 9) int agents,
      @ForAll @IntRange(min = 1, max = 8) int intervals,
      @ForAll @IntRange(min = 1, max = 3_000) int samples,
      @ForAll long seed) {
    var shapes = new Shape[agents];
    Arrays.fill(shapes, shape);
    mergedEqualsPooled(shapes, intervals, samples, new Random(seed));
  }

  @Property(tries = 25)
  void ofAgentsThatSeeDifferentThings(
      @ForAll @IntRange(min = 2, max = 9) int agents,
      @ForAll @IntRange(min = 1, max = 8) int intervals,
      @ForAll @IntRange(min = 1, max = 3_000) int samples,
      @ForAll long seed) {
    var random = new Random(seed);
    var shapes = new Shape[agents];
    Arrays.setAll(shapes, agent -> Shape.values()[random.nextInt(Shape.values().length)]);
    mergedEqualsPooled(shapes, intervals, samples, random);
  }

  private static void mergedEqualsPooled(
      Shape[] shapes, int intervals, int samples, Random random) {
    long[] pooled = new long[samples];
    var parts = new LatencyHistogram[shapes.length][intervals];
    for (LatencyHistogram[] ofAgent : parts) {
      Arrays.setAll(ofAgent, interval -> new LatencyHistogram());
    }
    for (int i = 0; i < samples; i++) {
      // Uneven on purpose: the first agents get most.
      int agent = (int) (shapes.length * Math.pow(random.nextDouble(), 2));
      pooled[i] = shapes[agent].nanos(random);
      parts[agent][random.nextInt(intervals)].recordNanos(pooled[i]);
    }
    Arrays.sort(pooled);

    RungMeasurement measured = merge(parts);

    assertThat(measured.voidReasons()).isEmpty();
    assertThat(measured.sent()).isEqualTo(samples);
    var merged = LatencyHistogram.of(measured.ttfab());
    assertThat(merged.count()).isEqualTo(samples);
    for (double p : new double[] {0.5, 0.95, 0.99, 1}) {
      double exact = pooled[(int) Math.ceil(p * samples) - 1] / 1e6;
      assertThat(merged.quantileMillis(p))
          .as("p%.0f of %d", p * 100, samples)
          .isCloseTo(exact, within(exact / 1_000 + 0.001));
    }
  }

  private static RungMeasurement merge(LatencyHistogram[][] parts) {
    var order =
        new RungOrder(
            Intervals.RUNG,
            parts.length,
            Duration.ofSeconds(5),
            Duration.ofSeconds(parts[0].length),
            Duration.ZERO,
            1);
    Map<String, Integer> shares = new HashMap<>();
    for (int agent = 0; agent < parts.length; agent++) {
      shares.put("agent-" + agent, 1);
    }
    var merger = new RungMerger(order, shares);
    for (int agent = 0; agent < parts.length; agent++) {
      for (int i = 0; i < parts[agent].length; i++) {
        merger.accept(interval("agent-" + agent, i, parts[agent]));
      }
    }
    return merger.measurement(Instant.EPOCH);
  }

  private static Interval interval(String agent, int sequence, LatencyHistogram[] parts) {
    // The bytes are what crosses the cluster.
    var crossed = EncodedHistogram.of(parts[sequence].encode().bytes());
    long n = parts[sequence].count();
    return new Interval(
        agent,
        Intervals.RUNG,
        sequence,
        sequence == parts.length - 1,
        Intervals.SECOND,
        Intervals.SECOND,
        n,
        0,
        n == 0 ? Map.of() : Map.of(Outcome.OK, n),
        n,
        n,
        crossed,
        crossed,
        LatencyHistogram.empty(),
        n * 1e6,
        0,
        0,
        0,
        GeneratorHealth.UNKNOWN);
  }
}
