package dev.rundle.agent;

import dev.rundle.agent.NodeSettings.HostAndPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** The address under which a coordinator can reach this host. */
public final class LocalAddress {
  private LocalAddress() {}

  /**
   * The local address from which this host reaches a coordinator, as its routes say; nothing is
   * sent. Empty if the coordinator's name does not resolve or there is no route to it.
   */
  public static Optional<String> towards(HostAndPort coordinator) {
    try {
      return towards(InetAddress.getByName(coordinator.host()), coordinator.port());
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  static Optional<String> towards(InetAddress address, int port) {
    try (var socket = new DatagramSocket()) {
      // Connecting a datagram socket only chooses a route.
      socket.connect(new InetSocketAddress(address, port));
      InetAddress local = socket.getLocalAddress();
      return local.isAnyLocalAddress() ? Optional.empty() : Optional.of(Seeds.hostOf(local));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }
}
