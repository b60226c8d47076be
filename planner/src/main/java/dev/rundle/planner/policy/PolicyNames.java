package dev.rundle.planner.policy;

import java.util.List;

/**
 * The fixed names of what is deployed for a variant, all starting with {@code
 * <endpoint>-<variant>-}. Policies: {@code scale-out}, {@code scale-in}. Alarms: {@code scale-in},
 * {@code first-chunk-p95}, {@code server-errors}, {@code over-target}. What has another name is
 * somebody else's.
 */
public record PolicyNames(String endpoint, String variant) {
  /** The target tracking policy. */
  public String scaleOutPolicy() {
    return named("scale-out");
  }

  /** The step policy. */
  public String scaleInPolicy() {
    return named("scale-in");
  }

  /** The alarm that drives the step policy. */
  public String scaleInAlarm() {
    return named("scale-in");
  }

  public String firstChunkAlarm() {
    return named("first-chunk-p95");
  }

  public String serverErrorsAlarm() {
    return named("server-errors");
  }

  public String overTargetAlarm() {
    return named("over-target");
  }

  public List<String> policies() {
    return List.of(scaleOutPolicy(), scaleInPolicy());
  }

  public List<String> alarms() {
    return List.of(scaleInAlarm(), firstChunkAlarm(), serverErrorsAlarm(), overTargetAlarm());
  }

  private String named(String what) {
    return endpoint + "-" + variant + "-" + what;
  }
}
