package dev.rundle.sandbox.wire;

import dev.rundle.model.time.Ticker;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP/1.1 server on one port, with and without TLS: a connection that starts with a TLS
 * handshake gets TLS.
 */
public final class WireServer implements AutoCloseable {
  private static final int EVENT_LOOPS = 2;
  private static final int BACKLOG = 4_096;

  private final EventLoopGroup acceptor;
  private final EventLoopGroup workers;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel listener;

  private WireServer(
      InetSocketAddress address, ServerIdentity identity, Router router, Ticker ticker)
      throws IOException {
    acceptor = loops(1, "sandbox-accept");
    workers = loops(EVENT_LOOPS, "sandbox-io");
    var bound =
        new ServerBootstrap()
            .group(acceptor, workers)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    connections.add(channel);
                    channel
                        .pipeline()
                        .addLast(
                            new TlsDetector(identity),
                            new HttpServerCodec(),
                            new BoundedAggregator(),
                            new ConnectionHandler(router, ticker));
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      shutDownLoops();
      throw new IOException("cannot listen on " + address, bound.cause());
    }
    listener = bound.channel();
  }

  /**
   * Starts listening.
   *
   * @throws IOException if the address cannot be bound
   */
  public static WireServer listen(
      InetSocketAddress address, ServerIdentity identity, Router router, Ticker ticker)
      throws IOException {
    return new WireServer(address, identity, router, ticker);
  }

  private static EventLoopGroup loops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  /** The port that is listened on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Stops listening, closes all connections and waits until the threads have ended. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly();
    shutDownLoops();
  }

  private void shutDownLoops() {
    acceptor.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    workers.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
