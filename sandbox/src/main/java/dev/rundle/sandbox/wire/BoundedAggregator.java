package dev.rundle.sandbox.wire;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** Collects a request's body up to SageMaker's limit; answers 413 to more. */
final class BoundedAggregator extends HttpObjectAggregator {
  /** 25 MB, as SageMaker's limit for an invocation's payload is. */
  static final int MAX_BODY_BYTES = 25 << 20;

  BoundedAggregator() {
    super(MAX_BODY_BYTES);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    var body =
        "{\"__type\":\"RequestEntityTooLargeException\",\"message\":\"Request size exceeded "
            + MAX_BODY_BYTES
            + " bytes.\"}";
    var response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
            Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, "application/x-amz-json-1.1")
        .set("x-amzn-errortype", "RequestEntityTooLargeException")
        .setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
    // The connection stays open and the rest of the body is read and dropped: closing now would
    // reset the connection under a client that is still writing, and it would miss the answer.
    context.writeAndFlush(response);
  }
}
