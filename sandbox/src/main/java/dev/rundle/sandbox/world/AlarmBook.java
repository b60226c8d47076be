package dev.rundle.sandbox.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** All alarms and their evaluation. Guarded by the engine's lock. */
final class AlarmBook {
  /** An alarm that stays in ALARM runs its scaling actions again this often. */
  private static final long REPEAT_NANOS = Duration.ofMinutes(1).toNanos();

  private final Engine engine;
  private final MetricStore metrics;
  private final Arns arns;
  private final Map<String, Entry> entries = new TreeMap<>();
  private ScalingAction action = (arn, alarm, value) -> {};

  AlarmBook(Engine engine, MetricStore metrics, Arns arns) {
    this.engine = engine;
    this.metrics = metrics;
    this.arns = arns;
  }

  /** What an alarm's action does. */
  @FunctionalInterface
  interface ScalingAction {
    /**
     * Runs.
     *
     * @param policyArn the action; may name no policy
     * @param value the newest datapoint
     */
    void run(String policyArn, AlarmDefinition alarm, double value);
  }

  void onAlarm(ScalingAction scalingAction) {
    action = scalingAction;
  }

  void put(AlarmDefinition definition) {
    Instant now = engine.instant();
    Entry entry = entries.computeIfAbsent(definition.name(), name -> new Entry(now));
    entry.definition = definition;
    entry.configuredAt = now;
  }

  boolean contains(String name) {
    return entries.containsKey(name);
  }

  void remove(String name) {
    entries.remove(name);
  }

  List<AlarmDescription> all() {
    return entries.values().stream().map(this::describe).toList();
  }

  /** Alarms that run this action. */
  List<PolicyDescription.AlarmReference> actingOn(String policyArn) {
    return entries.values().stream()
        .filter(entry -> entry.definition.alarmActions().contains(policyArn))
        .map(entry -> entry.definition.name())
        .map(name -> new PolicyDescription.AlarmReference(name, arns.alarm(name)))
        .toList();
  }

  private AlarmDescription describe(Entry entry) {
    return new AlarmDescription(
        entry.definition,
        arns.alarm(entry.definition.name()),
        entry.state,
        entry.reason,
        entry.stateSince,
        entry.configuredAt);
  }

  /**
   * Evaluates the alarms whose turn it is: every period, but at least every minute.
   *
   * @param boundary epoch seconds, a multiple of ten, until which metrics are published
   */
  void evaluate(long boundary) {
    // A copy, because an action may put or delete alarms.
    for (Entry entry : List.copyOf(entries.values())) {
      long period = entry.definition.period().toSeconds();
      if (boundary % Math.min(period, 60) == 0) {
        evaluate(entry, boundary - boundary % period);
      }
    }
  }

  private void evaluate(Entry entry, long end) {
    List<OptionalDouble> values = values(entry.definition, end);
    AlarmJudge.judge(entry.definition, values).ifPresent(state -> enter(entry, state, values));
    if (entry.state == AlarmDescription.State.ALARM) {
      runActions(entry, values);
    }
  }

  private List<OptionalDouble> values(AlarmDefinition alarm, long end) {
    long period = alarm.period().toSeconds();
    Optional<Series> series = metrics.find(alarm.metric());
    ToDoubleFunction<Distribution> statistic = Statistic.of(alarm.statistic());
    long published = metrics.publishedUntil();
    var values = new ArrayList<OptionalDouble>();
    for (int i = 1; i <= alarm.evaluationPeriods() + AlarmJudge.LOOK_BACK_EXTRA; i++) {
      long start = end - i * period;
      values.add(
          series
              .map(each -> each.between(start, start + period, published))
              .filter(each -> !each.isEmpty())
              .map(each -> OptionalDouble.of(statistic.applyAsDouble(each)))
              .orElse(OptionalDouble.empty()));
    }
    return values;
  }

  private void enter(Entry entry, AlarmDescription.State state, List<OptionalDouble> values) {
    if (state == entry.state) {
      return;
    }
    entry.state = state;
    entry.stateSince = engine.instant();
    entry.reason = reason(entry.definition, state, values);
    entry.actedAt = Optional.empty();
  }

  private static String reason(
      AlarmDefinition alarm, AlarmDescription.State state, List<OptionalDouble> values) {
    List<Double> shown =
        values.stream()
            .filter(OptionalDouble::isPresent)
            .map(OptionalDouble::getAsDouble)
            .limit(alarm.evaluationPeriods())
            .toList();
    if (state == AlarmDescription.State.INSUFFICIENT_DATA) {
      return "Insufficient Data: " + alarm.evaluationPeriods() + " datapoints were unknown.";
    }
    return String.format(
        Locale.ROOT,
        "Threshold Crossed: %d datapoints %s were %s%s the threshold (%s).",
        shown.size(),
        shown,
        state == AlarmDescription.State.ALARM ? "" : "not ",
        alarm.comparison().words(),
        alarm.threshold());
  }

  private void runActions(Entry entry, List<OptionalDouble> values) {
    boolean isDue = entry.actedAt.map(at -> engine.nanos() - at >= REPEAT_NANOS).orElse(true);
    Optional<OptionalDouble> newest = values.stream().filter(OptionalDouble::isPresent).findFirst();
    if (!isDue || !entry.definition.actionsEnabled() || newest.isEmpty()) {
      return;
    }
    entry.actedAt = Optional.of(engine.nanos());
    for (String arn : entry.definition.alarmActions()) {
      action.run(arn, entry.definition, newest.get().getAsDouble());
    }
  }

  private static final class Entry {
    private AlarmDefinition definition;
    private AlarmDescription.State state = AlarmDescription.State.INSUFFICIENT_DATA;
    private String reason = "Unchecked: Initial alarm creation";
    private Instant stateSince;
    private Instant configuredAt;
    private Optional<Long> actedAt = Optional.empty();

    private Entry(Instant createdAt) {
      this.stateSince = createdAt;
    }
  }
}
