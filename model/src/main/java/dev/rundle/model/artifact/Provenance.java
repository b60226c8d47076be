package dev.rundle.model.artifact;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Where a number comes from.
 *
 * @param origin {@link Origin#MEASURED} on a real endpoint, {@link Origin#SANDBOX}, {@link
 *     Origin#IMPORTED} from another tool's published file, {@link Origin#ASSUMPTION}
 */
public record Provenance(
    Origin origin,
    String runId,
    Instant measuredAt,
    String endpoint,
    String variant,
    String region,
    String productVersion,
    String note) {
  public enum Origin {
    @JsonProperty("measured")
    MEASURED,
    @JsonProperty("sandbox")
    SANDBOX,
    @JsonProperty("imported")
    IMPORTED,
    @JsonProperty("assumption")
    ASSUMPTION
  }
}
