package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Everything that is chosen when a sandbox starts.
 *
 * @param speed divides provisioning stages, publication delay, log lag and the duration of other
 *     capacity changes; never request latencies, metric periods or time stamps
 * @param seed of every random draw
 * @param publicationDelay real time from the end of a metric's period until it can be read
 * @param logLag real time from a log event until it can be read
 * @param standardMetricPeriod resolution of all metrics but ConcurrentRequestsPerModel: a minute at
 *     AWS, 10 s with its enhanced metrics
 * @param trackingAlarms counts and periods of the alarms that target tracking makes
 * @param removal real time that a scale-in keeps the endpoint Updating
 * @param endpointQuotas endpoint-usage quota by instance type
 * @param defaultEndpointQuota for every other instance type
 */
public record SandboxSettings(
    String accountId,
    String region,
    double speed,
    long seed,
    List<EndpointSettings> endpoints,
    Duration publicationDelay,
    Duration logLag,
    Duration standardMetricPeriod,
    TrackingAlarms trackingAlarms,
    Duration removal,
    Map<String, Integer> endpointQuotas,
    int defaultEndpointQuota) {
  public static final String DEFAULT_ENDPOINT = "kokoro-82m";
  public static final String DEFAULT_VARIANT = "AllTraffic";

  public SandboxSettings {
    Checks.that(accountId.matches("\\d{12}"), "not an account id: " + accountId);
    Checks.that(region.matches("[a-z]{2}(-[a-z]+)+-\\d"), "not a region: " + region);
    Checks.that(speed >= 0.1 && speed <= 10_000, "speed must be 0.1..10000: " + speed);
    endpoints = List.copyOf(endpoints);
    Checks.that(
        new HashSet<>(endpoints.stream().map(EndpointSettings::name).toList()).size()
            == endpoints.size(),
        "two endpoints have the same name");
    Checks.notNegative(publicationDelay, "publication delay");
    Checks.notNegative(logLag, "log lag");
    Checks.that(
        List.of(Duration.ofSeconds(10), Duration.ofMinutes(1)).contains(standardMetricPeriod),
        "metrics have a period of 10 or 60 s: " + standardMetricPeriod);
    Checks.notNegative(removal, "removal");
    endpointQuotas = Map.copyOf(endpointQuotas);
    endpointQuotas.values().forEach(quota -> Checks.that(quota >= 0, "quota: " + quota));
    Checks.that(defaultEndpointQuota >= 0, "quota: " + defaultEndpointQuota);
  }

  /** Real durations divided by {@link #speed}. */
  public Duration hastened(Duration real) {
    return Duration.ofNanos(Math.round(real.toNanos() / speed));
  }

  /** One endpoint of the kokoro profile with one instance, real speed. */
  public static SandboxSettings defaults() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Alarms of target tracking. The counts for high resolution are not documented, so they are
   * settings.
   */
  public record TrackingAlarms(
      int standardHigh, int standardLow, int highResolutionHigh, int highResolutionLow) {
    public static final TrackingAlarms DEFAULT = new TrackingAlarms(3, 15, 3, 15);

    public TrackingAlarms {
      Checks.that(
          standardHigh >= 1
              && standardLow >= 1
              && highResolutionHigh >= 1
              && highResolutionLow >= 1,
          "alarms need at least one evaluation period");
    }
  }

  /** Collects settings; what is not set keeps its default. */
  public static final class Builder {
    private String accountId = "000000000000";
    private String region = "us-east-1";
    private double speed = 1;
    private long seed = 1;
    private final List<EndpointSettings> endpoints = new ArrayList<>();
    private Duration publicationDelay = Duration.ofSeconds(60);
    private Duration logLag = Duration.ofSeconds(60);
    private Duration standardMetricPeriod = Duration.ofMinutes(1);
    private TrackingAlarms trackingAlarms = TrackingAlarms.DEFAULT;
    private Duration removal = Duration.ofSeconds(30);
    private final Map<String, Integer> endpointQuotas = new HashMap<>();
    private int defaultEndpointQuota = 8;
    private boolean empty;

    private Builder() {}

    public Builder accountId(String value) {
      accountId = value;
      return this;
    }

    public Builder region(String value) {
      region = value;
      return this;
    }

    public Builder speed(double value) {
      speed = value;
      return this;
    }

    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Adds one; without any, there is the default endpoint. */
    public Builder endpoint(EndpointSettings value) {
      endpoints.add(value);
      return this;
    }

    /** An account without endpoints, as a wrong region shows it. */
    public Builder withoutEndpoints() {
      endpoints.clear();
      empty = true;
      return this;
    }

    public Builder publicationDelay(Duration value) {
      publicationDelay = value;
      return this;
    }

    public Builder logLag(Duration value) {
      logLag = value;
      return this;
    }

    public Builder standardMetricPeriod(Duration value) {
      standardMetricPeriod = value;
      return this;
    }

    public Builder trackingAlarms(TrackingAlarms value) {
      trackingAlarms = value;
      return this;
    }

    public Builder removal(Duration value) {
      removal = value;
      return this;
    }

    public Builder endpointQuota(String instanceType, int value) {
      endpointQuotas.put(instanceType, value);
      return this;
    }

    public Builder defaultEndpointQuota(int value) {
      defaultEndpointQuota = value;
      return this;
    }

    public SandboxSettings build() {
      List<EndpointSettings> chosen =
          endpoints.isEmpty() && !empty
              ? List.of(
                  EndpointSettings.single(
                      DEFAULT_ENDPOINT, DEFAULT_VARIANT, 1, ServiceProfile.kokoro()))
              : endpoints;
      return new SandboxSettings(
          accountId,
          region,
          speed,
          seed,
          chosen,
          publicationDelay,
          logLag,
          standardMetricPeriod,
          trackingAlarms,
          removal,
          endpointQuotas,
          defaultEndpointQuota);
    }
  }
}
