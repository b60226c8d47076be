package dev.rundle.model.control;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads and changes the auto scaling of SageMaker variants. */
public interface ScalingControl {
  Optional<ScalableTarget> findTarget(String resourceId);

  /** All scalable targets of the SageMaker name space in the account and region. */
  List<ScalableTarget> listTargets();

  List<ScalingPolicy> listPolicies(String resourceId);

  /** All policies of the SageMaker name space. */
  List<ScalingPolicy> listAllPolicies();

  List<ScalingActivity> listActivities(String resourceId);

  /** Registers or changes bounds; suspensions stay as they are. */
  void registerTarget(String resourceId, int minCapacity, int maxCapacity);

  /** Sets exactly these three flags; bounds stay as they are. */
  void setSuspended(String resourceId, SuspendedState suspended);

  void deregisterTarget(String resourceId);

  /** Creates or replaces; returns the policy's ARN, which alarms of a step policy need. */
  String putPolicy(ScalingPolicy policy);

  void deletePolicy(String resourceId, String policyName);

  List<Alarm> listAlarms(List<String> names);

  /** Alarms on metrics with these dimensions (EndpointName, VariantName). */
  List<Alarm> listAlarmsOfVariant(String endpoint, String variant);

  void putAlarm(Alarm alarm);

  void deleteAlarms(List<String> names);

  /** What a policy tried, and how it ended. */
  record ScalingActivity(
      Instant startedAt, String status, String description, String statusMessage, String cause) {}
}
