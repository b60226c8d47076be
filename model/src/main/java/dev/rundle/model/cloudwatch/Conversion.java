package dev.rundle.model.cloudwatch;

import dev.rundle.model.artifact.QmaxArtifact.CloudWatch;
import dev.rundle.model.artifact.QmaxArtifact.Rung;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The ratio between what CloudWatch shows and the mean number in flight, at one concurrency.
 *
 * @param ratio empty where none was measured around that concurrency
 * @param basis which rungs it comes from, or why there is none
 */
public record Conversion(OptionalDouble ratio, String basis) {
  /** Which statistic a threshold is compared with: each has its own ratio. */
  public enum Statistic {
    /** Scale-out: Maximum over 10 s. */
    MAXIMUM(CloudWatch::maximumRatio),
    /** Scale-in: Average over 60 s. */
    AVERAGE(CloudWatch::averageRatio);

    private final Function<CloudWatch, OptionalDouble> ratio;

    Statistic(Function<CloudWatch, OptionalDouble> ratio) {
      this.ratio = ratio;
    }
  }

  /**
   * Interpolates linearly between the nearest rungs below and above that have a ratio. Never
   * extrapolates; void rungs and rungs whose windows do not match the server's are left out.
   */
  public static Conversion at(double concurrency, List<Rung> rungs, Statistic statistic) {
    List<Known> known =
        rungs.stream()
            .filter(r -> !r.verdict().equals("void"))
            .flatMap(r -> known(r, statistic).stream())
            .sorted(Comparator.comparingDouble(Known::concurrency))
            .toList();
    Optional<Known> below =
        known.stream().filter(k -> k.concurrency <= concurrency).reduce((a, b) -> b);
    Optional<Known> above = known.stream().filter(k -> k.concurrency >= concurrency).findFirst();
    if (below.isEmpty() || above.isEmpty()) {
      return new Conversion(OptionalDouble.empty(), why(concurrency, known, statistic));
    }
    double span = above.get().concurrency - below.get().concurrency;
    double weight = span == 0 ? 0 : (concurrency - below.get().concurrency) / span;
    double ratio = below.get().ratio + weight * (above.get().ratio - below.get().ratio);
    return new Conversion(
        OptionalDouble.of(ratio),
        span == 0
            ? text("measured at rung %.0f", concurrency)
            : text(
                "interpolated between %.4f at rung %.0f and %.4f at rung %.0f",
                below.get().ratio,
                below.get().concurrency,
                above.get().ratio,
                above.get().concurrency));
  }

  private static Optional<Known> known(Rung rung, Statistic statistic) {
    return rung.cloudWatch()
        .filter(c -> !c.misaligned())
        .map(statistic.ratio)
        .filter(OptionalDouble::isPresent)
        .map(r -> new Known(rung.concurrency(), r.getAsDouble()));
  }

  private static String why(double concurrency, List<Known> known, Statistic statistic) {
    String name = statistic.name().toLowerCase(Locale.ROOT);
    if (known.isEmpty()) {
      return "no rung has a measured ratio of " + name;
    }
    return text(
        "%.2f lies outside the rungs with a measured ratio of %s (%.0f to %.0f)",
        concurrency, name, known.get(0).concurrency, known.get(known.size() - 1).concurrency);
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  private record Known(double concurrency, double ratio) {}
}
