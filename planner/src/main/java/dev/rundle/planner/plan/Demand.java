package dev.rundle.planner.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rundle.model.failure.BadInput;
import java.util.Locale;

/**
 * The traffic that sizes the fleet; it never touches the thresholds.
 *
 * @param peak highest sustained traffic
 * @param trough lowest, at most the peak
 */
public record Demand(Unit unit, double peak, double trough) {
  private static final double MOST = 1e9;

  /** What is counted. */
  public enum Unit {
    @JsonProperty("requests_per_second")
    REQUESTS_PER_SECOND("requests per second"),
    /** Concurrent long sessions. */
    @JsonProperty("streams")
    STREAMS("concurrent streams");

    private final String text;

    Unit(String text) {
      this.text = text;
    }

    /** For tables. */
    public String text() {
      return text;
    }
  }

  public Demand {
    if (!(peak > 0 && peak <= MOST) || !(trough >= 0)) {
      throw new BadInput(
          String.format(
              Locale.ROOT, "a peak of %s and a trough of %s are not possible", peak, trough),
          "peak is above 0 and trough at least 0",
          "give e.g. --peak-rps 5000 --trough-rps 10");
    }
    if (trough > peak) {
      throw new BadInput(
          String.format(Locale.ROOT, "the trough of %s is above the peak of %s", trough, peak),
          "",
          "exchange them");
    }
  }

  public static Demand requestsPerSecond(double peak, double trough) {
    return new Demand(Unit.REQUESTS_PER_SECOND, peak, trough);
  }

  public static Demand streams(double peak, double trough) {
    return new Demand(Unit.STREAMS, peak, trough);
  }
}
