package dev.rundle.sandbox.wire;

import dev.rundle.model.time.Ticker;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: hands its requests to the router one at a time, in the order they came. Reading
 * goes on while a response is being written, because that is how a client's leaving is noticed;
 * requests that a client pipelines meanwhile wait here.
 */
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);
  private static final int MAX_PIPELINED = 64;

  private final Router router;
  private final Ticker ticker;
  private final Deque<Exchange> waiting = new ArrayDeque<>();
  private Exchange current;

  ConnectionHandler(Router router, Ticker ticker) {
    this.router = router;
    this.ticker = ticker;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    var exchange = new Exchange(context, request, ticker.nanos(), this::next);
    if (!request.decoderResult().isSuccess()) {
      exchange.reply(Reply.text(400, "text/plain", "Bad Request\n"));
      context.close();
    } else if (current == null) {
      current = exchange;
      router.handle(exchange);
    } else if (waiting.size() < MAX_PIPELINED) {
      waiting.add(exchange);
    } else {
      context.close();
    }
  }

  private void next() {
    current = waiting.poll();
    if (current != null) {
      router.handle(current);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    waiting.clear();
    if (current != null) {
      current.gone();
      current = null;
    }
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("connection {} failed", context.channel(), cause);
    context.close();
  }
}
