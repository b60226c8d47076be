package dev.rundle.sandbox.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;

/**
 * Looks at the first bytes of a connection and gives it TLS if they are a handshake. Netty's own
 * handler for this wants its context beforehand, which costs half of the sandbox's start and is
 * rarely needed.
 */
final class TlsDetector extends ByteToMessageDecoder {
  private static final int RECORD_HEADER_BYTES = 5;

  private final ServerIdentity identity;

  TlsDetector(ServerIdentity identity) {
    this.identity = identity;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (in.readableBytes() < RECORD_HEADER_BYTES) {
      return;
    }
    if (SslHandler.isEncrypted(in, false)) {
      context.pipeline().replace(this, "tls", identity.serverContext().newHandler(context.alloc()));
    } else {
      context.pipeline().remove(this);
    }
  }
}
