package dev.rundle.coordinator.freeze;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A freeze record as one line of JSON, format {@value #FORMAT}. */
final class FreezeRecordJson {
  static final String FORMAT = "rundle/freeze/1";

  private static final String FORMAT_FAMILY = "rundle/freeze/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private FreezeRecordJson() {}

  static String encode(FreezeRecord record) {
    PriorState prior = record.prior();
    ObjectNode line = JSON.createObjectNode();
    line.put("format", FORMAT)
        .put("runId", record.runId())
        .put("at", record.at().toString())
        .put("host", record.host())
        .put("pid", record.pid())
        .put("endpoint", prior.endpoint())
        .put("endpointArn", prior.endpointArn())
        .put("variant", prior.variant())
        .put("desiredInstances", prior.desiredInstances())
        .put("currentInstances", prior.currentInstances());
    prior.target().ifPresent(target -> line.set("scalableTarget", encode(target)));
    prior.policyNames().forEach(line.putArray("policies")::add);
    return write(line);
  }

  /**
   * Reads a line back.
   *
   * @throws UnreadableRecord if it was cut, is no such record, or is of a newer version
   */
  static FreezeRecord decode(String line) throws UnreadableRecord {
    JsonNode node = parse(line);
    String format = node.path("format").asText("");
    if (!format.startsWith(FORMAT_FAMILY)) {
      throw new UnreadableRecord("it is not a freeze journal");
    }
    if (!format.equals(FORMAT)) {
      throw new UnreadableRecord("it has format " + format + ", this version reads " + FORMAT);
    }
    try {
      String endpoint = text(node, "endpoint");
      String variant = text(node, "variant");
      var prior =
          new PriorState(
              endpoint,
              text(node, "endpointArn"),
              variant,
              number(node, "desiredInstances"),
              number(node, "currentInstances"),
              target(node.path("scalableTarget"), ScalableTarget.resourceId(endpoint, variant)),
              names(node.path("policies")));
      return new FreezeRecord(
          text(node, "runId"),
          Instant.parse(text(node, "at")),
          text(node, "host"),
          node.path("pid").asLong(),
          prior);
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new UnreadableRecord("its first line is not complete: " + e.getMessage());
    }
  }

  /** A later line: a step at an instant. */
  static String encode(JournalStep step, Instant at) {
    return write(JSON.createObjectNode().put("step", step.id()).put("at", at.toString()));
  }

  /** The step of a later line; empty if the line was cut, as the last one is by a power failure. */
  static Optional<JournalStep> decodeStep(String line) {
    try {
      return JournalStep.find(parse(line).path("step").asText(""));
    } catch (UnreadableRecord cut) {
      return Optional.empty();
    }
  }

  private static ObjectNode encode(ScalableTarget target) {
    SuspendedState suspended = target.suspended();
    return JSON.createObjectNode()
        .put("minCapacity", target.minCapacity())
        .put("maxCapacity", target.maxCapacity())
        .put("dynamicScalingInSuspended", suspended.dynamicScalingInSuspended())
        .put("dynamicScalingOutSuspended", suspended.dynamicScalingOutSuspended())
        .put("scheduledScalingSuspended", suspended.scheduledScalingSuspended());
  }

  private static Optional<ScalableTarget> target(JsonNode node, String resourceId) {
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(
        new ScalableTarget(
            resourceId,
            number(node, "minCapacity"),
            number(node, "maxCapacity"),
            new SuspendedState(
                flag(node, "dynamicScalingInSuspended"),
                flag(node, "dynamicScalingOutSuspended"),
                flag(node, "scheduledScalingSuspended"))));
  }

  private static List<String> names(JsonNode array) {
    List<String> names = new ArrayList<>();
    array.forEach(name -> names.add(name.asText()));
    return names;
  }

  private static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("no " + field);
    }
    return value.asText();
  }

  private static int number(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isInt()) {
      throw new IllegalArgumentException("no " + field);
    }
    return value.asInt();
  }

  private static boolean flag(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isBoolean()) {
      throw new IllegalArgumentException("no " + field);
    }
    return value.asBoolean();
  }

  private static JsonNode parse(String line) throws UnreadableRecord {
    try {
      JsonNode node = JSON.readTree(line);
      if (node == null || !node.isObject()) {
        throw new UnreadableRecord("it is not a freeze journal");
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new UnreadableRecord(
          line.startsWith("{")
              ? "its first line was cut or damaged"
              : "it is not a freeze journal");
    }
  }

  private static String write(ObjectNode node) {
    try {
      return JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
