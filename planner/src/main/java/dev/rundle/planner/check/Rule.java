package dev.rundle.planner.check;

/** What drift and validate look at. The identifiers are stable. */
public enum Rule {
  /** The endpoint exists, is InService, and has the variant. */
  ENDPOINT("endpoint"),
  /** A record of a measurement that has frozen the endpoint. */
  FREEZE("freeze"),
  /** The variant has a scalable target. */
  TARGET("scalable_target"),
  /** A scalable target of the configuration's endpoints without endpoint or variant. */
  ORPHANED_TARGET("orphaned_target"),
  /** A policy without its scalable target. */
  ORPHANED_POLICY("orphaned_policy"),
  /** Min and max of the scalable target. */
  BOUNDS("bounds"),
  /** One of the three suspensions of the scalable target. */
  SUSPENDED("suspended"),
  /** One of the two policies exists and is of its kind. */
  POLICY("policy"),
  /** A value of one of the two policies. */
  POLICY_VALUE("policy_value"),
  /** A policy beside ours on the same target, or one where none is expected. */
  COMPETING_POLICY("competing_policy"),
  /** One of the alarms exists. */
  ALARM("alarm"),
  /** A value of one of the alarms. */
  ALARM_VALUE("alarm_value"),
  /** An alarm in INSUFFICIENT_DATA. */
  ALARM_STATE("alarm_state"),
  /** An alarm that is not ours drives one of our policies. */
  COMPETING_ALARM("competing_alarm"),
  /** A metric that the policies or alarms read is published. */
  METRIC("metric"),
  /** The account's quota has room for max_instances. */
  QUOTA("quota"),
  /** The container's own queue bound. */
  QUEUE_BOUND("queue_bound"),
  /** What lies outside the configuration: information. */
  ELSEWHERE("elsewhere"),
  /** The configuration says nothing about scaling. */
  CONFIGURATION("configuration"),
  /** The plan is one to deploy, and for this model. */
  PLAN("plan"),
  /** A number that the plan withholds. */
  WITHHELD("withheld"),
  /** A value of the configuration against the plan's. */
  CONFIGURED_VALUE("configured_value"),
  /** Instance type, image digest and environment. */
  FINGERPRINT("fingerprint");

  private final String id;

  Rule(String id) {
    this.id = id;
  }

  public String id() {
    return id;
  }
}
