package dev.rundle.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.model.artifact.ArtifactJson;
import java.util.Optional;

/**
 * Prints records as JSON, with the names and forms of the artifacts; loaded only where JSON is
 * asked for.
 */
public final class Json {
  private Json() {}

  /** The record as indented JSON, with the command to type next beside its fields. */
  static String print(Object value, Optional<String> next) {
    String json = print(value);
    if (next.isEmpty()) {
      return json;
    }
    try {
      JsonNode tree = new JsonMapper().readTree(json);
      ((ObjectNode) tree).put("next", next.get());
      return print(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what we wrote is not JSON", e);
    }
  }

  /** The record as indented JSON. */
  static String print(Object value) {
    return ArtifactJson.write(value).stripTrailing();
  }
}
