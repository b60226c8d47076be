package dev.rundle.sandbox.runtime;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.eventstream.HeaderValue;
import software.amazon.awssdk.eventstream.Message;

/** Messages of {@code application/vnd.amazon.eventstream}. */
final class EventStream {
  static final String CONTENT_TYPE = "application/vnd.amazon.eventstream";

  /** SageMaker's limit for one PayloadPart. */
  private static final int MAX_PART_BYTES = 128 << 10;

  private static final Map<String, HeaderValue> PAYLOAD_PART =
      headers(
          ":event-type", "PayloadPart",
          ":content-type", "application/octet-stream",
          ":message-type", "event");

  private EventStream() {}

  /** A part of the container's answer: one PayloadPart, or as many as its size needs. */
  static ByteBuf payloadParts(byte[] bytes) {
    if (bytes.length <= MAX_PART_BYTES) {
      return encoded(PAYLOAD_PART, bytes);
    }
    var parts = new ArrayList<ByteBuf>();
    for (int from = 0; from < bytes.length; from += MAX_PART_BYTES) {
      int to = Math.min(bytes.length, from + MAX_PART_BYTES);
      parts.add(encoded(PAYLOAD_PART, Arrays.copyOfRange(bytes, from, to)));
    }
    return Unpooled.wrappedBuffer(parts.toArray(ByteBuf[]::new));
  }

  /** The container failed within the stream; nothing follows it. */
  static ByteBuf modelStreamError(String errorCode, String message) {
    var body = JsonNodeFactory.instance.objectNode();
    return exception("ModelStreamError", body.put("ErrorCode", errorCode).put("Message", message));
  }

  /** The service failed within the stream; nothing follows it. */
  static ByteBuf internalStreamFailure(String message) {
    return exception(
        "InternalStreamFailure", JsonNodeFactory.instance.objectNode().put("Message", message));
  }

  private static ByteBuf exception(String type, ObjectNode body) {
    return encoded(
        headers(
            ":exception-type", type,
            ":content-type", "application/json",
            ":message-type", "exception"),
        body.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuf encoded(Map<String, HeaderValue> headers, byte[] payload) {
    return Unpooled.wrappedBuffer(new Message(headers, payload).toByteBuffer());
  }

  private static Map<String, HeaderValue> headers(String... namesAndValues) {
    var headers = new LinkedHashMap<String, HeaderValue>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], HeaderValue.fromString(namesAndValues[i + 1]));
    }
    return headers;
  }
}
