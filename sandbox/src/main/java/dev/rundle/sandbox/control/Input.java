package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Typed reading of an operation's input, whose scalars may be text in one dialect and numbers in
 * another. A member that is missing where it is required, or that has the wrong type, is the
 * client's error in the words of its service.
 */
public final class Input {
  private static final int MAX_INSTANT_DIGITS = 12;

  private final JsonNode node;
  private final Complaints complaints;

  public Input(JsonNode node, Complaints complaints) {
    this.node = node;
    this.complaints = complaints;
  }

  private Optional<JsonNode> find(String name) {
    var value = node.get(name);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private <T> T required(String name, Optional<T> value) {
    return value.orElseThrow(() -> complaints.missing(name));
  }

  public Complaints complaints() {
    return complaints;
  }

  /** Names of all members that are there. */
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  public boolean has(String name) {
    return find(name).isPresent();
  }

  public Optional<String> findText(String name) {
    return find(name)
        .map(value -> scalar(name, value, JsonNode::isTextual).asText())
        .filter(text -> !text.isEmpty());
  }

  public String text(String name) {
    return required(name, findText(name));
  }

  public Optional<BigDecimal> findNumber(String name) {
    return find(name)
        .map(
            value ->
                scalar(name, value, v -> v.isNumber() || v.isTextual() && !v.asText().isEmpty()))
        .map(
            value -> {
              try {
                return new BigDecimal(value.asText().strip());
              } catch (NumberFormatException e) {
                throw complaints.unreadable(name, value.asText());
              }
            });
  }

  public Optional<Integer> findInt(String name) {
    return findNumber(name).map(number -> whole(name, number, BigDecimal::intValueExact));
  }

  /** As {@link #findInt}, in the form in which the world takes numbers that may be absent. */
  OptionalInt findCount(String name) {
    return findInt(name).stream().mapToInt(Integer::intValue).findAny();
  }

  public int integer(String name) {
    return required(name, findInt(name));
  }

  public Optional<Long> findLong(String name) {
    return findNumber(name).map(number -> whole(name, number, BigDecimal::longValueExact));
  }

  /** Whole seconds. */
  public Optional<Duration> findSeconds(String name) {
    return findInt(name).map(Duration::ofSeconds);
  }

  /** One of an enum's values, by the service's name for it. */
  public <E> Optional<E> findOneOf(
      String name, Function<String, Optional<E>> byName, Object allowed) {
    return findText(name)
        .map(
            text -> byName.apply(text).orElseThrow(() -> complaints.notOneOf(name, text, allowed)));
  }

  private <T> T whole(String name, BigDecimal number, Function<BigDecimal, T> exact) {
    try {
      return exact.apply(number);
    } catch (ArithmeticException e) {
      throw complaints.unreadable(name, number.toString());
    }
  }

  public Optional<Double> findDouble(String name) {
    return findNumber(name).map(BigDecimal::doubleValue);
  }

  public double decimal(String name) {
    return required(name, findDouble(name));
  }

  public Optional<Boolean> findBoolean(String name) {
    return find(name)
        .map(
            value -> {
              if (value.isBoolean() || value.asText().equals("true")) {
                return value.asBoolean();
              }
              if (value.asText().equals("false")) {
                return false;
              }
              throw complaints.unreadable(name, value.asText());
            });
  }

  /** Epoch seconds or ISO-8601. */
  public Optional<Instant> findInstant(String name) {
    return find(name)
        .map(
            value -> {
              try {
                return value.isTextual() && value.asText().indexOf('T') > 0
                    ? Instant.parse(value.asText())
                    : epochSeconds(new BigDecimal(value.asText()));
              } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
                throw complaints.unreadable(name, value.asText());
              }
            });
  }

  public Instant instant(String name) {
    return required(name, findInstant(name));
  }

  private static Instant epochSeconds(BigDecimal seconds) {
    if (seconds.precision() - seconds.scale() > MAX_INSTANT_DIGITS) {
      throw new ArithmeticException("not a time stamp");
    }
    return Instant.ofEpochMilli(
        seconds.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  public Optional<Input> findStructure(String name) {
    return find(name)
        .map(
            value -> {
              if (!value.isObject()) {
                throw complaints.unreadable(name, value.toString());
              }
              return new Input(value, complaints);
            });
  }

  public Input structure(String name) {
    return required(name, findStructure(name));
  }

  /** The structures of a list; empty where there is none. */
  public List<Input> structures(String name) {
    var all = new ArrayList<Input>();
    for (var item : list(name)) {
      if (!item.isObject()) {
        throw complaints.unreadable(name, item.toString());
      }
      all.add(new Input(item, complaints));
    }
    return all;
  }

  /** The texts of a list; empty where there is none. */
  public List<String> texts(String name) {
    var all = new ArrayList<String>();
    for (var item : list(name)) {
      all.add(scalar(name, item, JsonNode::isTextual).asText());
    }
    return all;
  }

  private Iterable<JsonNode> list(String name) {
    var value = node.get(name);
    // The query dialect writes an empty list as an empty text.
    if (value == null || value.isNull() || value.isTextual() && value.asText().isEmpty()) {
      return List.of();
    }
    if (!value.isArray()) {
      throw complaints.unreadable(name, value.toString());
    }
    return value;
  }

  /** Name and value pairs of a list of structures, e.g. dimensions or tags. */
  public Map<String, String> pairs(String list, String nameMember, String valueMember) {
    var all = new LinkedHashMap<String, String>();
    structures(list)
        .forEach(pair -> all.put(pair.text(nameMember), pair.findText(valueMember).orElse("")));
    return all;
  }

  private JsonNode scalar(String name, JsonNode value, Function<JsonNode, Boolean> fits) {
    if (!fits.apply(value)) {
      throw complaints.unreadable(name, value.toString());
    }
    return value;
  }
}
