package dev.rundle.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.model.artifact.ArtifactJson;
import java.time.Instant;
import java.util.Optional;

/**
 * Prints records as JSON, with the names and forms of the artifacts; loaded only where JSON is
 * asked for.
 */
public final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  /** The record as indented JSON, with the command to type next beside its fields. */
  static String print(Object value, Optional<String> next) {
    if (next.isEmpty()) {
      return print(value);
    }
    return print(tree(value).put("next", next.get()));
  }

  /** The record as indented JSON. */
  static String print(Object value) {
    return ArtifactJson.write(value).stripTrailing();
  }

  /** The record on one line. */
  public static String line(Object value) {
    return tree(value).toString();
  }

  /** An event with the record's fields on one line. */
  static String line(Instant at, String event, Object fields) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("at", Figures.moment(at)).put("event", event);
    line.setAll(tree(fields));
    return line.toString();
  }

  private static ObjectNode tree(Object value) {
    try {
      return (ObjectNode) MAPPER.readTree(print(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what we wrote is not JSON", e);
    }
  }
}
