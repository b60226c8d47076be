package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON 1.0 and 1.1: the operation is in X-Amz-Target, the body is a JSON object. */
final class JsonDialect implements Dialect {
  private static final String DEFAULT_CONTENT_TYPE = "application/x-amz-json-1.1";

  @Override
  public boolean speaks(Exchange exchange) {
    return exchange.findHeader("X-Amz-Target").isPresent();
  }

  @Override
  public ControlCall decode(Exchange exchange) {
    var target = exchange.findHeader("X-Amz-Target").orElse("");
    int dot = target.indexOf('.');
    var service = ServiceName.findByTarget(dot < 0 ? target : target.substring(0, dot));
    if (service.isEmpty() || dot < 0) {
      throw ServiceError.unknownOperation("Unknown target: " + target);
    }
    return new ControlCall(service.get(), target.substring(dot + 1), body(exchange));
  }

  private static JsonNode body(Exchange exchange) {
    if (exchange.body().length == 0) {
      return Trees.JSON.createObjectNode();
    }
    try {
      var tree = Trees.JSON.readTree(exchange.body());
      if (tree == null || !tree.isObject()) {
        throw ServiceError.serialization("Start of structure or map expected");
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw ServiceError.serialization("Could not read the JSON body: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw ServiceError.serialization("Could not read the JSON body");
    }
  }

  @Override
  public Reply encode(Exchange exchange, ControlCall call, ObjectNode output) {
    return Reply.of(200, contentType(exchange), bytes(output));
  }

  @Override
  public Reply encode(Exchange exchange, ServiceError error) {
    var body = Trees.JSON.createObjectNode();
    body.put("__type", error.code());
    body.put("message", error.getMessage());
    var reply =
        Reply.of(error.status(), contentType(exchange), bytes(body))
            .with("x-amzn-errortype", error.code());
    // Version 1.0 is what services moved to from the query dialect speak (CloudWatch).
    return contentType(exchange).endsWith("1.0")
        ? reply.with("x-amzn-query-error", error.queryCode() + ";" + error.blame())
        : reply;
  }

  private static String contentType(Exchange exchange) {
    return exchange
        .findHeader("Content-Type")
        .filter(type -> type.startsWith("application/x-amz-json-1."))
        .orElse(DEFAULT_CONTENT_TYPE);
  }

  private static byte[] bytes(JsonNode tree) {
    try {
      return Trees.JSON.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }
}
