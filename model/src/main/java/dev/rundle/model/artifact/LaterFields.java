package dev.rundle.model.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Fields that came later within a schema. They are left out of a file where nothing is known of
 * them, so that a file of an older version and one of today that knows no more are the same.
 */
final class LaterFields {
  private LaterFields() {}

  /** Adds, as unknown, what a ladder leaves out; other artifacts stay as they are. */
  static void complete(JsonNode artifact) {
    if (!artifact.path("schema").asText().equals(QmaxArtifact.SCHEMA)) {
      return;
    }
    for (JsonNode rung : artifact.path("rungs")) {
      if (rung instanceof ObjectNode fields) {
        if (!fields.has("start_skew")) {
          fields.putNull("start_skew");
        }
        if (!fields.has("agents")) {
          fields.putArray("agents");
        }
      }
    }
  }
}
