package dev.rundle.sandbox.world;

import dev.rundle.model.deployed.SuspendedState;
import java.time.Instant;

/** A scalable target as DescribeScalableTargets tells it. */
public record TargetDescription(
    String resourceId,
    String scalableDimension,
    int minCapacity,
    int maxCapacity,
    String roleArn,
    String arn,
    Instant createdAt,
    SuspendedState suspended) {}
