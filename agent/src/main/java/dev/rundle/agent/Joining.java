package dev.rundle.agent;

import com.typesafe.config.Config;
import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.security.Security;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Which coordinator an agent joins, and from where; found out anew at each start of its node.
 *
 * @param host address to listen on; empty for the one from which the coordinator is reached
 * @param resolver finds addresses of names
 */
record Joining(
    HostAndPort coordinator, Optional<String> host, Security security, Resolver resolver) {
  /** Finds the addresses of a host by its name. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /** By the names that this host's system knows. */
  static Joining of(HostAndPort coordinator, Optional<String> host, Security security) {
    return new Joining(coordinator, host, security, InetAddress::getAllByName);
  }

  /**
   * The configuration of a node that joins now; empty if the coordinator's name does not resolve,
   * or no route leads to it.
   *
   * @throws dev.rundle.model.failure.RundleException if the node may not talk there, or its
   *     certificates cannot be used
   */
  Optional<Config> config() {
    List<InetAddress> addresses;
    try {
      addresses = List.of(resolver.resolve(coordinator.host()));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
    return host.or(() -> localAddress(addresses))
        .map(local -> NodeSettings.agent(local, coordinator, security))
        .map(node -> NodeConfig.of(node, Seeds.of(coordinator, addresses)));
  }

  private Optional<String> localAddress(List<InetAddress> addresses) {
    return addresses.stream()
        .flatMap(address -> LocalAddress.towards(address, coordinator.port()).stream())
        .findFirst();
  }
}
