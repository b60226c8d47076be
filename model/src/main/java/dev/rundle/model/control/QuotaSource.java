package dev.rundle.model.control;

import java.util.OptionalInt;

/** Reads service quotas. */
public interface QuotaSource {
  /** Instances of this type that the account may use on endpoints; empty if it cannot be read. */
  OptionalInt findEndpointUsageQuota(String instanceType);
}
