package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.regex.Pattern;

/** Smithy's rpc-v2-cbor: the operation is in the path, the body is a CBOR map. */
final class CborDialect implements Dialect {
  private static final Pattern PATH = Pattern.compile(".*/service/([^/]+)/operation/([^/]+)");
  private static final String PROTOCOL = "rpc-v2-cbor";

  @Override
  public boolean speaks(Exchange exchange) {
    return exchange.findHeader("smithy-protocol").filter(PROTOCOL::equals).isPresent()
        || PATH.matcher(exchange.path()).matches();
  }

  @Override
  public ControlCall decode(Exchange exchange) {
    var matcher = PATH.matcher(exchange.path());
    if (!matcher.matches()) {
      throw ServiceError.unknownOperation("Unknown operation: " + exchange.path());
    }
    // The service's shape name may come with its namespace.
    var shape = matcher.group(1).substring(matcher.group(1).lastIndexOf('.') + 1);
    var service = ServiceName.findByTarget(shape);
    if (service.isEmpty()) {
      throw ServiceError.unknownOperation("Unknown service: " + matcher.group(1));
    }
    return new ControlCall(service.get(), matcher.group(2), body(exchange));
  }

  private static JsonNode body(Exchange exchange) {
    if (exchange.body().length == 0) {
      return Trees.CBOR.createObjectNode();
    }
    try {
      var tree = Trees.CBOR.readTree(exchange.body());
      if (tree == null || !tree.isObject()) {
        throw ServiceError.serialization("Start of structure or map expected");
      }
      return tree;
    } catch (IOException e) {
      throw ServiceError.serialization("Could not read the CBOR body");
    }
  }

  @Override
  public Reply encode(Exchange exchange, ControlCall call, ObjectNode output) {
    return reply(200, output);
  }

  @Override
  public Reply encode(Exchange exchange, ServiceError error) {
    var body = Trees.CBOR.createObjectNode();
    body.put("__type", error.code());
    body.put("message", error.getMessage());
    return reply(error.status(), body)
        .with("x-amzn-errortype", error.code())
        .with("x-amzn-query-error", error.queryCode() + ";" + error.blame());
  }

  private static Reply reply(int status, JsonNode tree) {
    try {
      return Reply.of(status, "application/cbor", Trees.CBOR.writeValueAsBytes(tree))
          .with("smithy-protocol", PROTOCOL);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }
}
