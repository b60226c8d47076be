package dev.rundle.model.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rundle.model.failure.BadInput;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A mapping inside the configuration file that knows its place, so that every complaint names file
 * and key.
 */
final class ConfigNode {
  private final String file;
  private final String path;
  private final JsonNode node;

  /**
   * @param path keys from the root, empty for the root itself
   * @throws BadInput unless the node is a mapping with known keys only
   */
  ConfigNode(String file, String path, JsonNode node, Set<String> known) {
    this.file = file;
    this.path = path;
    this.node = node;
    if (!node.isObject()) {
      throw new BadInput(
          where() + " is " + kind(node) + ", expected a mapping", "", RundleConfig.SMALLEST);
    }
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.isEmpty() && !known.contains(key)) {
                throw unknown(key, known);
              }
            });
  }

  ConfigNode child(String key, Set<String> known) {
    return new ConfigNode(file, key(key), node.path(key), known);
  }

  boolean has(String key) {
    return node.hasNonNull(key);
  }

  JsonNode raw() {
    return node;
  }

  Optional<String> findText(String key) {
    if (!has(key)) {
      return Optional.empty();
    }
    JsonNode value = node.get(key);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw wrong(key, value, "text");
    }
    return Optional.of(value.textValue());
  }

  String text(String key) {
    return findText(key)
        .orElseThrow(() -> new BadInput(where() + ": " + key + " is missing", "", "add it"));
  }

  boolean truth(String key, boolean otherwise) {
    if (!has(key)) {
      return otherwise;
    }
    if (!node.get(key).isBoolean()) {
      throw wrong(key, node.get(key), "true or false");
    }
    return node.get(key).booleanValue();
  }

  OptionalDouble findNumber(String key, double above, double most) {
    if (!has(key)) {
      return OptionalDouble.empty();
    }
    JsonNode value = node.get(key);
    String range = "a number above " + plain(above) + " and at most " + plain(most);
    if (!value.isNumber()) {
      throw wrong(key, value, range);
    }
    double number = value.doubleValue();
    if (!(number > above && number <= most)) {
      throw wrong(key, value, range);
    }
    return OptionalDouble.of(number);
  }

  OptionalInt findCount(String key, int least, int most) {
    if (!has(key)) {
      return OptionalInt.empty();
    }
    JsonNode value = node.get(key);
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < least
        || value.intValue() > most) {
      throw wrong(key, value, "a whole number from " + least + " to " + most);
    }
    return OptionalInt.of(value.intValue());
  }

  Optional<Duration> findSeconds(String key, double most) {
    OptionalDouble seconds = findNumber(key, 0, most);
    return seconds.isPresent()
        ? Optional.of(Duration.ofNanos(Math.round(seconds.getAsDouble() * 1e9)))
        : Optional.empty();
  }

  BadInput wrong(String key, JsonNode value, String expected) {
    return new BadInput(
        where() + ": " + key + " is " + shown(value) + ", expected " + expected,
        "",
        "correct " + key);
  }

  private BadInput unknown(String key, Set<String> known) {
    String next =
        closest(key, known)
            .map(near -> "did you mean " + near + "?")
            .orElse("known keys: " + String.join(", ", known.stream().sorted().toList()));
    return new BadInput(where() + ": unknown key " + key, "", next);
  }

  private String where() {
    return path.isEmpty() ? file : file + ", " + path;
  }

  private String key(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static String kind(JsonNode node) {
    return node.isMissingNode() || node.isNull()
        ? "missing"
        : node.isArray() ? "a list" : node.isTextual() ? "text" : node.getNodeType().toString();
  }

  private static String shown(JsonNode value) {
    return value.isTextual() ? "\"" + value.textValue() + "\"" : value.toString();
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** The candidate within 3 edits, or within a third of the word's length. */
  static Optional<String> closest(String word, Collection<String> candidates) {
    int most = Math.max(3, word.length() / 3);
    return candidates.stream()
        .filter(c -> edits(word, c) <= most)
        .min(Comparator.comparingInt((String c) -> edits(word, c)).thenComparing(c -> c));
  }

  /** Levenshtein's distance, case ignored. */
  private static int edits(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(previous[j], row[j - 1]) + 1);
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
