package dev.rundle.sandbox.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.control.Input;
import dev.rundle.sandbox.control.Tree;
import dev.rundle.sandbox.world.Fault;
import dev.rundle.sandbox.world.FaultRule;
import dev.rundle.sandbox.world.World;
import java.time.Duration;

/** Failures on demand. */
final class FaultCalls {
  private static final String NAMES =
      "[cut, stall, model-stream-error, internal-stream-failure, slow-first-byte,"
          + " container-error, service-unavailable, throttled, internal-failure]";

  private FaultCalls() {}

  /** A fault as the call that asks for it has it, with what is left of it. */
  static ObjectNode node(FaultRule rule) {
    var node = Tree.object().put("id", rule.id());
    node.setAll(node(rule.fault()));
    if (rule.remaining().isPresent()) {
      return node.put("remaining", rule.remaining().getAsInt());
    }
    return node.put("share", rule.share());
  }

  private static ObjectNode node(Fault fault) {
    return fault instanceof Fault.Stream stream ? node(stream) : node((Fault.Answer) fault);
  }

  private static ObjectNode node(Fault.Stream fault) {
    return fault.fold(
        cut -> named("cut").put("afterParts", cut.parts()),
        stall ->
            named("stall")
                .put("afterParts", stall.afterParts())
                .put("stallMillis", stall.stall().toMillis()),
        error ->
            named("model-stream-error")
                .put("afterParts", error.afterParts())
                .put("errorCode", error.errorCode())
                .put("message", error.message()),
        failure ->
            named("internal-stream-failure")
                .put("afterParts", failure.afterParts())
                .put("message", failure.message()),
        slow -> named("slow-first-byte").put("delayMillis", slow.delay().toMillis()));
  }

  private static ObjectNode node(Fault.Answer fault) {
    return fault.fold(
        error -> named("container-error").put("status", error.status()).put("body", error.body()),
        unavailable -> named("service-unavailable"),
        throttled -> named("throttled"),
        internal -> named("internal-failure"));
  }

  private static ObjectNode named(String fault) {
    return Tree.object().put("fault", fault);
  }

  static ObjectNode add(World world, Input input) {
    var endpoint = input.text("endpoint");
    var fault = fault(input);
    var share = input.findDouble("share");
    var rule =
        share.isPresent()
            ? world.faults().addShare(endpoint, fault, share.get())
            : world.faults().addCount(endpoint, fault, input.findInt("count").orElse(1));
    return Tree.object().put("id", rule.id());
  }

  private static Fault fault(Input input) {
    int parts = input.findInt("afterParts").orElse(1);
    var message = input.findText("message").orElse("on demand");
    var name = input.text("fault");
    return switch (name) {
      case "cut" -> new Fault.CutAfterParts(parts);
      case "stall" -> new Fault.Stall(parts, millis(input, "stallMillis"));
      case "model-stream-error" ->
          new Fault.ModelStreamError(
              parts, input.findText("errorCode").orElse("ModelInvocationTimeExceeded"), message);
      case "internal-stream-failure" -> new Fault.InternalStreamFailure(parts, message);
      case "slow-first-byte" -> new Fault.SlowFirstByte(millis(input, "delayMillis"));
      case "container-error" ->
          new Fault.ContainerError(input.integer("status"), input.findText("body").orElse(""));
      case "service-unavailable" -> new Fault.ServiceUnavailable();
      case "throttled" -> new Fault.Throttled();
      case "internal-failure" -> new Fault.InternalFailure();
      default -> throw input.complaints().notOneOf("fault", name, NAMES);
    };
  }

  private static Duration millis(Input input, String member) {
    return Duration.ofMillis(input.integer(member));
  }

  static ObjectNode clear(World world, Input input) {
    var id = input.findText("id");
    if (!input.has("id") && !input.has("endpoint")) {
      world.faults().clearAll();
    } else if (id.isEmpty()) {
      world.faults().clear(input.text("endpoint"));
    } else if (!world.faults().remove(id.get())) {
      throw input.complaints().invalid("There is no fault with the id %s.", id.get());
    }
    return Tree.object();
  }
}
