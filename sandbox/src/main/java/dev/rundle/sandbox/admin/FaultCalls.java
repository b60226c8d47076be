package dev.rundle.sandbox.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.control.Input;
import dev.rundle.sandbox.control.Tree;
import dev.rundle.sandbox.world.Fault;
import dev.rundle.sandbox.world.World;
import java.time.Duration;

/** Failures on demand. */
final class FaultCalls {
  private static final String NAMES =
      "[cut, stall, model-stream-error, internal-stream-failure, slow-first-byte,"
          + " container-error, service-unavailable, throttled, internal-failure]";

  private FaultCalls() {}

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
    if (id.isEmpty()) {
      world.faults().clear(input.text("endpoint"));
    } else if (!world.faults().remove(id.get())) {
      throw input.complaints().invalid("There is no fault with the id %s.", id.get());
    }
    return Tree.object();
  }
}
