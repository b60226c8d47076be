package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Form parameters as a tree: {@code A.member.2.B=x} is element 2 of list A, its member B. Lists are
 * ordered by their numbers, gaps closed.
 */
final class FormTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String LIST = "member";
  private static final int MAX_DEPTH = 16;

  private final Map<String, FormTree> members = new TreeMap<>(FormTree::numbersInOrder);
  private String text;

  private FormTree() {}

  static ObjectNode read(Map<String, List<String>> parameters) {
    var root = new FormTree();
    parameters.forEach(
        (name, values) -> {
          var steps = name.split("\\.");
          if (steps.length > MAX_DEPTH) {
            throw ServiceError.serialization("Parameter nested too deeply: " + name);
          }
          var at = root;
          for (var step : steps) {
            at = at.members.computeIfAbsent(step, s -> new FormTree());
          }
          at.text = values.get(0);
        });
    return root.object();
  }

  private JsonNode node() {
    if (members.isEmpty()) {
      return NODES.textNode(text == null ? "" : text);
    }
    if (members.containsKey(LIST)) {
      var list = NODES.arrayNode();
      members.get(LIST).members.values().forEach(m -> list.add(m.node()));
      return list;
    }
    return object();
  }

  private ObjectNode object() {
    var object = NODES.objectNode();
    members.forEach((name, member) -> object.set(name, member.node()));
    return object;
  }

  private static int numbersInOrder(String a, String b) {
    if (isNumber(a) != isNumber(b)) {
      return isNumber(a) ? -1 : 1;
    }
    // Numbers without leading zeros are in order by length, then by digits.
    return isNumber(a) && a.length() != b.length()
        ? Integer.compare(a.length(), b.length())
        : a.compareTo(b);
  }

  private static boolean isNumber(String step) {
    return !step.isEmpty() && step.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
