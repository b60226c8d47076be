package dev.rundle.coordinator;

import dev.rundle.model.control.CapacityChangeRejected;
import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.control.LogsSource;
import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** One endpoint with one variant in simulated time; every change takes a while. */
public final class FakeEndpoint implements EndpointControl, ScalingControl {
  public static final String NAME = "tts-prod";
  public static final String VARIANT = "AllTraffic";
  public static final String ARN = "arn:aws:sagemaker:eu-west-1:123456789012:endpoint/tts-prod";
  public static final String RESOURCE = ScalableTarget.resourceId(NAME, VARIANT);
  public static final String DIGEST =
      "8b1b96bc4dc0b30ddd84d8fe37af7c490937333c44a9f8f7d77b918c3d7eaced";

  private final ManualTime time;

  public int desired;
  public int current;
  public String status = "InService";
  public boolean deleted;
  public Optional<ScalableTarget> target;
  public final List<ScalingPolicy> policies = new ArrayList<>();
  public final List<Alarm> alarms = new ArrayList<>();
  public final Map<String, String> tags = new HashMap<>();
  public final Map<String, String> environment = new HashMap<>();
  public Duration changeTakes = Duration.ofSeconds(60);
  public OptionalInt quota = OptionalInt.of(10);

  /** What a change of capacity comes to in the end, given what was asked for. */
  public java.util.function.IntUnaryOperator outcomeOfChange = asked -> asked;

  /** Looks at each mutating call, by its number from 1, before and after its effect. */
  public CallHook before = (number, call) -> {};

  public CallHook after = (number, call) -> {};
  public final List<String> calls = new ArrayList<>();
  public final List<LogsSource.LogStream> streams = new ArrayList<>();
  public final Map<String, List<LogsSource.LogEvent>> events = new HashMap<>();
  public MetricsSource metrics = noMetrics();

  /** Fails or observes a call. */
  @FunctionalInterface
  public interface CallHook {
    void on(int number, String call);
  }

  public FakeEndpoint(ManualTime time, int instances, Optional<ScalableTarget> target) {
    this.time = time;
    this.desired = instances;
    this.current = instances;
    this.target = target;
  }

  public static ScalableTarget target(int min, int max, SuspendedState suspended) {
    return new ScalableTarget(RESOURCE, min, max, suspended);
  }

  public Ports ports() {
    return new Ports(
        this,
        this,
        new MetricsSource() {
          @Override
          public List<Point> fetch(Query query, Instant from, Instant to) {
            return metrics.fetch(query, from, to);
          }

          @Override
          public List<String> listMetricNames(String namespace, Map<String, String> dimensions) {
            return metrics.listMetricNames(namespace, dimensions);
          }
        },
        logs(),
        type -> quota);
  }

  @Override
  public Optional<EndpointState> findEndpoint(String endpoint) {
    return isThere(endpoint) ? Optional.of(state(tags, environment)) : Optional.empty();
  }

  @Override
  public Optional<EndpointState> findEndpointStatus(String endpoint) {
    return isThere(endpoint) ? Optional.of(state(Map.of(), Map.of())) : Optional.empty();
  }

  private boolean isThere(String endpoint) {
    return endpoint.equals(NAME) && !deleted;
  }

  private EndpointState state(Map<String, String> withTags, Map<String, String> withEnvironment) {
    return new EndpointState(
        NAME,
        ARN,
        status,
        "config-1",
        List.of(
            new EndpointState.Variant(
                VARIANT,
                current,
                desired,
                "ml.g5.xlarge",
                "model-1",
                "image",
                Optional.of(DIGEST),
                withEnvironment,
                Optional.empty())),
        withTags);
  }

  @Override
  public List<String> listEndpoints() {
    return List.of(NAME);
  }

  @Override
  public void setDesiredInstanceCount(String endpoint, String variant, int count) {
    if (!status.equals("InService")) {
      calls.add("setDesired " + count + " rejected");
      throw new CapacityChangeRejected(
          CapacityChangeRejected.Reason.UPDATE_IN_PROGRESS,
          "Cannot update in-progress endpoint",
          null);
    }
    mutate(
        "setDesired " + count,
        () -> {
          int old = current;
          desired = count;
          status = "Updating";
          time.after(
              changeTakes,
              () -> {
                current = outcomeOfChange.applyAsInt(count);
                desired = current == old ? old : count;
                status = "InService";
              });
        });
  }

  @Override
  public void addTags(String endpointArn, Map<String, String> added) {
    mutate("addTags " + added.keySet(), () -> tags.putAll(added));
  }

  @Override
  public void removeTags(String endpointArn, List<String> keys) {
    mutate("removeTags " + keys, () -> keys.forEach(tags::remove));
  }

  @Override
  public Optional<ScalableTarget> findTarget(String resourceId) {
    return target;
  }

  @Override
  public void setSuspended(String resourceId, SuspendedState suspended) {
    mutate(
        "setSuspended " + suspended,
        () -> target = target.map(t -> target(t.minCapacity(), t.maxCapacity(), suspended)));
  }

  private void mutate(String call, Runnable effect) {
    calls.add(call);
    int number = calls.size();
    before.on(number, call);
    effect.run();
    after.on(number, call);
  }

  @Override
  public List<ScalingPolicy> listPolicies(String resourceId) {
    return List.copyOf(policies);
  }

  @Override
  public List<Alarm> listAlarms(List<String> names) {
    return alarms.stream().filter(alarm -> names.contains(alarm.name())).toList();
  }

  private LogsSource logs() {
    return new LogsSource() {
      @Override
      public List<LogStream> listStreams(String logGroup) {
        return List.copyOf(streams);
      }

      @Override
      public List<LogEvent> fetchEvents(String logGroup, String stream, Instant from) {
        return events.getOrDefault(stream, List.of());
      }
    };
  }

  private static MetricsSource noMetrics() {
    return new MetricsSource() {
      @Override
      public List<Point> fetch(Query query, Instant from, Instant to) {
        return List.of();
      }

      @Override
      public List<String> listMetricNames(String namespace, Map<String, String> dimensions) {
        return List.of();
      }
    };
  }

  // A freeze has no business with any of these.

  @Override
  public List<ScalableTarget> listTargets() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<ScalingPolicy> listAllPolicies() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<ScalingActivity> listActivities(String resourceId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void registerTarget(String resourceId, int minCapacity, int maxCapacity) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void deregisterTarget(String resourceId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String putPolicy(ScalingPolicy policy) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void deletePolicy(String resourceId, String policyName) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Alarm> listAlarmsOfVariant(String endpoint, String variant) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putAlarm(Alarm alarm) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void deleteAlarms(List<String> names) {
    throw new UnsupportedOperationException();
  }
}
