package dev.rundle.sandbox.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and the means to answer it: either with one {@link #reply}, or with {@link #begin},
 * any number of {@link #part}s and {@link #end}. All of these may be called from any thread; what
 * one thread writes keeps its order. Whatever is written after the end, or after the client has
 * gone, is dropped.
 */
public final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  private final ChannelHandlerContext context;
  private final String method;
  private final String path;
  private final HttpHeaders headers;
  private final byte[] body;
  private final long receivedNanos;
  private final boolean keepAlive;
  private final String requestId = UUID.randomUUID().toString();
  private final Runnable whenOver;
  private Runnable whenGone = () -> {};
  private boolean begun;
  private boolean over;

  Exchange(
      ChannelHandlerContext context,
      FullHttpRequest request,
      long receivedNanos,
      Runnable whenOver) {
    this.context = context;
    this.method = request.method().name();
    this.path = new QueryStringDecoder(request.uri()).path();
    this.headers = request.headers().copy();
    this.body = ByteBufUtil.getBytes(request.content());
    this.receivedNanos = receivedNanos;
    this.keepAlive = HttpUtil.isKeepAlive(request);
    this.whenOver = whenOver;
  }

  public String method() {
    return method;
  }

  /** The decoded path, without the query. */
  public String path() {
    return path;
  }

  public Optional<String> findHeader(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** The request's bytes; do not change them. */
  public byte[] body() {
    return body;
  }

  /** The ticker's reading when the last byte of the request had been read. */
  public long receivedNanos() {
    return receivedNanos;
  }

  public String requestId() {
    return requestId;
  }

  /** Answers with a whole response. */
  public void reply(Reply reply) {
    reply(reply, () -> {});
  }

  /**
   * Answers with a whole response.
   *
   * @param whenWritten as for {@link #end}
   */
  public void reply(Reply reply, Runnable whenWritten) {
    onLoop(
        () -> {
          if (over || begun) {
            reply.body().release();
            return;
          }
          var response =
              new DefaultFullHttpResponse(
                  HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), reply.body());
          reply.headers().forEach(response.headers()::set);
          response.headers().set("x-amzn-RequestId", requestId);
          response
              .headers()
              .setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
          markConnection(response.headers());
          begun = true;
          var written = context.writeAndFlush(response);
          report(written, whenWritten);
          finish(written);
        });
  }

  /** Writes the head of a chunked response; it leaves with the first part. */
  public void begin(int status, Map<String, String> responseHeaders) {
    onLoop(
        () -> {
          if (over || begun) {
            return;
          }
          begun = true;
          var response =
              new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
          responseHeaders.forEach(response.headers()::set);
          response.headers().set("x-amzn-RequestId", requestId);
          HttpUtil.setTransferEncodingChunked(response, true);
          markConnection(response.headers());
          context.write(response);
        });
  }

  /** Sends one part of a chunked response; takes over the buffer. */
  public void part(ByteBuf bytes) {
    onLoop(
        () -> {
          if (over || !begun) {
            bytes.release();
            return;
          }
          context.writeAndFlush(new DefaultHttpContent(bytes));
        });
  }

  /**
   * Ends a chunked response as HTTP has it.
   *
   * @param whenWritten called when the last byte has left; if the client goes before that, {@link
   *     #onGone}'s task is called instead
   */
  public void end(Runnable whenWritten) {
    onLoop(
        () -> {
          if (!over && begun) {
            var written = context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            report(written, whenWritten);
            finish(written);
          }
        });
  }

  /** Closes the connection without ending the response: what a client sees of a broken server. */
  public void cut() {
    onLoop(
        () -> {
          if (!over) {
            over = true;
            // What was sent before the cut still arrives: a close would drop what the socket has
            // not
            // taken yet.
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
          }
        });
  }

  /**
   * Runs on the connection's event loop after a delay; a delay in the past means at once. Never
   * runs if the server is closed before that.
   */
  public void after(long delayNanos, Runnable task) {
    try {
      context.executor().schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("{} is dropped: the server is closed", this);
    }
  }

  /** What to do if the client goes away before the response has ended; at once if it has gone. */
  public void onGone(Runnable task) {
    onLoop(
        () -> {
          if (!context.channel().isActive() && !over) {
            task.run();
          } else {
            whenGone = task;
          }
        });
  }

  void gone() {
    if (!over) {
      over = true;
      whenGone.run();
    }
  }

  private void markConnection(HttpHeaders responseHeaders) {
    if (!keepAlive) {
      responseHeaders.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
  }

  private void report(ChannelFuture written, Runnable whenWritten) {
    written.addListener(
        done -> {
          if (done.isSuccess()) {
            whenWritten.run();
          } else {
            whenGone.run();
          }
        });
  }

  private void finish(ChannelFuture written) {
    over = true;
    if (!keepAlive) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
    whenOver.run();
  }

  private void onLoop(Runnable task) {
    if (context.executor().inEventLoop()) {
      task.run();
    } else {
      try {
        context.executor().execute(task);
      } catch (RejectedExecutionException e) {
        LOG.debug("{} is dropped: the server is closed", this);
      }
    }
  }

  @Override
  public String toString() {
    return String.join(" ", List.of(method, path, requestId));
  }
}
