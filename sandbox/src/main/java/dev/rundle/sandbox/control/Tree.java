package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

/** Builds outputs. */
public final class Tree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Tree() {}

  public static ObjectNode object() {
    return NODES.objectNode();
  }

  /** A time stamp, in whichever form the dialect has for it. */
  public static JsonNode time(Instant at) {
    return NODES.pojoNode(at);
  }

  public static <T> ArrayNode list(
      Collection<T> items, Function<? super T, ? extends JsonNode> node) {
    var list = NODES.arrayNode(items.size());
    items.forEach(item -> list.add(node.apply(item)));
    return list;
  }

  public static ArrayNode texts(Collection<String> items) {
    return list(items, NODES::textNode);
  }

  public static JsonNode number(double value) {
    return NODES.numberNode(value);
  }

  /** Name and value pairs as a list of structures, e.g. dimensions or tags. */
  public static ArrayNode pairs(Map<String, String> map, String nameMember, String valueMember) {
    return list(
        map.entrySet(),
        entry -> object().put(nameMember, entry.getKey()).put(valueMember, entry.getValue()));
  }
}
