package dev.rundle.sandbox.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A whole response, body included.
 *
 * @param status HTTP status
 * @param headers in the order they are written; Content-Length and the request id are added later
 */
public record Reply(int status, Map<String, String> headers, ByteBuf body) {
  public Reply {
    headers = Map.copyOf(headers);
  }

  public static Reply of(int status, String contentType, byte[] body) {
    return new Reply(status, Map.of("Content-Type", contentType), Unpooled.wrappedBuffer(body));
  }

  public static Reply text(int status, String contentType, String body) {
    return of(status, contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  /** The same reply with one more header. */
  public Reply with(String name, String value) {
    var all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return new Reply(status, all, body);
  }
}
