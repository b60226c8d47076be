package dev.rundle.model.cloudwatch;

import dev.rundle.model.artifact.QmaxArtifact.CloudWatch;
import dev.rundle.model.control.MetricsSource.Point;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Sets beside each other what CloudWatch and the client say of one rung. Only whole periods inside
 * the measuring window count: a period that reaches out of it has seen another load.
 */
public final class CloudWatchJoin {
  /** Whole 10-second periods without which no ratio is formed. */
  public static final int FEWEST_PERIODS = 3;

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  /** CloudWatch's percentiles are themselves within about a percent. */
  private static final double MISALIGNED_ABOVE = 1.02;

  private static final double MICROS_PER_MILLI = 1_000;

  private CloudWatchJoin() {}

  /**
   * The join of a rung.
   *
   * @param cloudWatch empty if not one whole 10-second period lies in the window and is published
   * @param noConversionBecause why a ratio is missing; empty if both are there
   */
  public record Joined(Optional<CloudWatch> cloudWatch, Optional<String> noConversionBecause) {}

  /** Number of whole 10-second periods in the window: what a complete reading has. */
  public static int wholePeriods(Instant windowStart, Instant windowEnd) {
    long start = periodAt(windowStart);
    boolean isAligned = Instant.ofEpochSecond(start * TEN_SECONDS.toSeconds()).equals(windowStart);
    return (int) Math.max(0, periodAt(windowEnd) - (isAligned ? start : start + 1));
  }

  /** Start of the last whole 10-second period in the window: the point to wait for. */
  public static Optional<Instant> lastWholePeriod(Instant windowStart, Instant windowEnd) {
    return wholePeriods(windowStart, windowEnd) == 0
        ? Optional.empty()
        : Optional.of(Instant.ofEpochSecond((periodAt(windowEnd) - 1) * TEN_SECONDS.toSeconds()));
  }

  /** Number of the 10-second period, counted from the epoch, that an instant lies in. */
  private static long periodAt(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), TEN_SECONDS.toSeconds());
  }

  /** {@link #join(RungMeasurement, Map, Duration)} with standard metrics of one minute. */
  public static Joined join(RungMeasurement rung, Map<MetricSeries, List<Point>> series) {
    return join(rung, series, MetricSeries.STANDARD_PERIOD);
  }

  /**
   * Joins.
   *
   * @param series points by series; missing series read as empty
   * @param standardPeriod period of the series that are not concurrency
   */
  public static Joined join(
      RungMeasurement rung, Map<MetricSeries, List<Point>> series, Duration standardPeriod) {
    var window = new Window(rung.windowStart(), rung.windowEnd(), series, standardPeriod);
    List<Double> maxima = window.values(MetricSeries.CONCURRENCY_MAXIMUM_10S);
    List<Double> averages = window.values(MetricSeries.CONCURRENCY_AVERAGE_10S);
    if (maxima.isEmpty()) {
      return new Joined(Optional.empty(), Optional.of(tooFew(rung, 0)));
    }
    List<Double> minutes = window.values(MetricSeries.CONCURRENCY_AVERAGE_60S);
    double maximum = mean(maxima).orElse(0);
    OptionalDouble average = minutes.isEmpty() ? mean(averages) : mean(minutes);
    boolean enough = maxima.size() >= FEWEST_PERIODS && rung.meanInFlight() > 0;
    boolean enoughAverages =
        rung.meanInFlight() > 0 && (!minutes.isEmpty() || averages.size() >= FEWEST_PERIODS);
    var cloudWatch =
        new CloudWatch(
            maxima.size(),
            maximum,
            average.orElse(0),
            enough ? OptionalDouble.of(maximum / rung.meanInFlight()) : OptionalDouble.empty(),
            enoughAverages
                ? OptionalDouble.of(average.getAsDouble() / rung.meanInFlight())
                : OptionalDouble.empty(),
            window.worstMillis(MetricSeries.MODEL_LATENCY_P95),
            window.worstMillis(MetricSeries.OVERHEAD_LATENCY_P95),
            window.worstMillis(MetricSeries.FIRST_CHUNK_LATENCY_P95),
            window.sum(MetricSeries.INVOCATIONS),
            window.sum(MetricSeries.ERRORS_4XX),
            window.sum(MetricSeries.ERRORS_5XX),
            mean(window.values(MetricSeries.CPU)),
            mean(window.values(MetricSeries.GPU)),
            mean(window.values(MetricSeries.MEMORY)),
            isMisaligned(rung, window));
    return new Joined(
        Optional.of(cloudWatch),
        enough && enoughAverages
            ? Optional.empty()
            : Optional.of(tooFew(rung, enough ? averages.size() : maxima.size())));
  }

  /**
   * The server cannot be slower than what the client saw of it: even the fastest of the whole
   * periods above the client's p95 means that the windows do not match.
   */
  private static boolean isMisaligned(RungMeasurement rung, Window window) {
    double ttfab = LatencyHistogram.of(rung.ttfab()).quantileMillis(0.95);
    double full = LatencyHistogram.of(rung.full()).quantileMillis(0.95);
    return isAbove(window.bestMillis(MetricSeries.FIRST_CHUNK_LATENCY_P95), ttfab)
        || isAbove(window.bestMillis(MetricSeries.MODEL_LATENCY_P95), full);
  }

  private static boolean isAbove(OptionalDouble server, double client) {
    return server.isPresent() && client > 0 && server.getAsDouble() > client * MISALIGNED_ABOVE;
  }

  private static String tooFew(RungMeasurement rung, int read) {
    int whole = wholePeriods(rung.windowStart(), rung.windowEnd());
    String found =
        whole < FEWEST_PERIODS
            ? "the measuring window holds " + whole + " whole 10-second periods"
            : "CloudWatch published "
                + read
                + " of the window's "
                + whole
                + " whole 10-second periods";
    return "no conversion: " + found + ", " + FEWEST_PERIODS + " are needed";
  }

  private static OptionalDouble mean(List<Double> values) {
    return stream(values).average();
  }

  private static DoubleStream stream(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue);
  }

  /** The points of whole periods inside the window. */
  private record Window(
      Instant start, Instant end, Map<MetricSeries, List<Point>> series, Duration standardPeriod) {
    List<Double> values(MetricSeries wanted) {
      Duration period = wanted.period(standardPeriod);
      return series.getOrDefault(wanted, List.of()).stream()
          .filter(p -> !p.at().isBefore(start) && !p.at().plus(period).isAfter(end))
          .map(Point::value)
          .toList();
    }

    /** Percentiles of periods have no mean; the worst period's is a bound of the window's. */
    OptionalDouble worstMillis(MetricSeries wanted) {
      return millis(stream(values(wanted)).max());
    }

    OptionalDouble bestMillis(MetricSeries wanted) {
      return millis(stream(values(wanted)).min());
    }

    OptionalDouble sum(MetricSeries wanted) {
      List<Double> values = values(wanted);
      return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(stream(values).sum());
    }

    private static OptionalDouble millis(OptionalDouble micros) {
      return micros.isPresent()
          ? OptionalDouble.of(micros.getAsDouble() / MICROS_PER_MILLI)
          : micros;
    }
  }
}
