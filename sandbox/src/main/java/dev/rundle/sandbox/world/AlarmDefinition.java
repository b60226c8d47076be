package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A metric alarm as PutMetricAlarm takes it.
 *
 * @param statistic Maximum, Minimum, Average, Sum, SampleCount or pNN
 * @param datapointsToAlarm at most evaluationPeriods
 */
public record AlarmDefinition(
    String name,
    Optional<String> description,
    MetricId metric,
    String statistic,
    Optional<String> unit,
    Duration period,
    int evaluationPeriods,
    int datapointsToAlarm,
    double threshold,
    Comparison comparison,
    MissingData treatMissingData,
    boolean actionsEnabled,
    List<String> alarmActions,
    List<String> okActions,
    List<String> insufficientDataActions) {
  public AlarmDefinition {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(metric, "metric");
    alarmActions = List.copyOf(alarmActions);
    okActions = List.copyOf(okActions);
    insufficientDataActions = List.copyOf(insufficientDataActions);
  }

  /** ComparisonOperator of static thresholds. */
  public enum Comparison {
    GREATER_OR_EQUAL("GreaterThanOrEqualToThreshold", "greater than or equal to"),
    GREATER("GreaterThanThreshold", "greater than"),
    LESS("LessThanThreshold", "less than"),
    LESS_OR_EQUAL("LessThanOrEqualToThreshold", "less than or equal to");

    private final String wireName;
    private final String words;

    Comparison(String wireName, String words) {
      this.wireName = wireName;
      this.words = words;
    }

    /** As the service writes it. */
    public String wireName() {
      return wireName;
    }

    String words() {
      return words;
    }

    boolean isBreaching(double value, double threshold) {
      return switch (this) {
        case GREATER_OR_EQUAL -> value >= threshold;
        case GREATER -> value > threshold;
        case LESS -> value < threshold;
        case LESS_OR_EQUAL -> value <= threshold;
      };
    }

    /** By the service's name. */
    public static Optional<Comparison> ofWireName(String name) {
      for (Comparison each : values()) {
        if (each.wireName.equals(name)) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }
  }

  /** TreatMissingData. */
  public enum MissingData {
    MISSING("missing"),
    IGNORE("ignore"),
    BREACHING("breaching"),
    NOT_BREACHING("notBreaching");

    private final String wireName;

    MissingData(String wireName) {
      this.wireName = wireName;
    }

    /** As the service writes it. */
    public String wireName() {
      return wireName;
    }

    /** By the service's name. */
    public static Optional<MissingData> ofWireName(String name) {
      for (MissingData each : values()) {
        if (each.wireName.equals(name)) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }
  }
}
