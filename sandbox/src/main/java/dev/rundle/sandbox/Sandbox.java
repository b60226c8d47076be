package dev.rundle.sandbox;

import dev.rundle.model.failure.Refused;
import dev.rundle.sandbox.admin.AdminRoute;
import dev.rundle.sandbox.control.ControlPlane;
import dev.rundle.sandbox.control.Regions;
import dev.rundle.sandbox.runtime.InvocationRoute;
import dev.rundle.sandbox.wire.ControlRoute;
import dev.rundle.sandbox.wire.Router;
import dev.rundle.sandbox.wire.ServerIdentity;
import dev.rundle.sandbox.wire.WireServer;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.World;
import dev.rundle.sandbox.world.WorldTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A running sandbox: a {@link World} behind a server that unmodified AWS clients use with an
 * endpoint override. All services are on one port, plain and with TLS.
 *
 * <p>Calls must be signed (Signature Version 4, any key; the signature is not verified), and for
 * the sandbox's region: other regions are there, and empty. Its own administration, at {@code
 * /_sandbox}, is described at {@link AdminRoute}; responses carry {@code
 * x-rundle-first-byte-micros}, the server's own time to the first byte.
 */
public final class Sandbox implements AutoCloseable {
  /** The port of a sandbox that is started by hand. */
  public static final int DEFAULT_PORT = 4510;

  private final World world;
  private final WorldTime time;
  private final Regions regions;
  private final ExecutorService control;
  private final ServerIdentity identity;
  private final WireServer server;
  private final String host;

  private Sandbox(SandboxSettings settings, InetSocketAddress address) {
    host = address.getHostString();
    identity = new ServerIdentity(host, Clock.systemUTC());
    time = WorldTime.system();
    world = World.create(settings, time);
    regions = new Regions(world, time);
    control =
        Executors.newSingleThreadExecutor(
            task -> {
              var thread = new Thread(task, "sandbox-control");
              thread.setDaemon(true);
              return thread;
            });
    var router =
        new Router(
            List.of(
                new AdminRoute(world, control),
                new InvocationRoute(regions, time.ticker()),
                new ControlRoute(new ControlPlane(regions), control)));
    try {
      server = WireServer.listen(address, identity, router, time.ticker());
    } catch (IOException e) {
      closeWorld();
      throw new Refused(
          "The sandbox cannot listen on " + host + ":" + address.getPort(),
          String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage()),
          "choose another port, or 0 for any that is free",
          e);
    }
  }

  /** Starts one on a free port of the loopback interface. */
  public static Sandbox start(SandboxSettings settings) {
    return start(settings, new InetSocketAddress("127.0.0.1", 0));
  }

  /**
   * Starts one.
   *
   * @param address where to listen; port 0 means any that is free
   * @throws Refused if the address is in use or not this machine's
   */
  public static Sandbox start(SandboxSettings settings, InetSocketAddress address) {
    return new Sandbox(settings, address);
  }

  /** The endpoint override for plain HTTP. */
  public URI url() {
    return url("http");
  }

  /** The endpoint override for TLS, for clients that trust {@link #certificatePem()}. */
  public URI tlsUrl() {
    return url("https");
  }

  private URI url(String scheme) {
    var shown = host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
    return URI.create(
        scheme + "://" + (shown.indexOf(':') < 0 ? shown : "[" + shown + "]") + ":" + port());
  }

  public int port() {
    return server.port();
  }

  /** The self-signed certificate of this start, for localhost, the loopback and the host. */
  public String certificatePem() {
    return identity.certificatePem();
  }

  /** The state behind the server. */
  public World world() {
    return world;
  }

  /** Closes all connections, open streams included, and stops the world. */
  @Override
  public void close() {
    server.close();
    closeWorld();
  }

  private void closeWorld() {
    control.shutdownNow();
    regions.close();
    world.close();
    time.close();
  }
}
