package dev.rundle.agent;

import dev.rundle.agent.NodeSettings.HostAndPort;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where an agent looks for its coordinator. */
final class Seeds {
  private Seeds() {}

  /**
   * A coordinator's name as given, and each of the addresses behind it. A member drops what is sent
   * to any but the one address that it calls itself by, and an agent cannot know which that is.
   *
   * @param addresses what the coordinator's host resolves to now
   * @return each as {@code host:port}
   */
  static List<String> of(HostAndPort coordinator, Collection<InetAddress> addresses) {
    Set<String> hosts = new LinkedHashSet<>();
    hosts.add(coordinator.host());
    addresses.forEach(address -> hosts.add(hostOf(address)));
    return hosts.stream().map(host -> host + ":" + coordinator.port()).toList();
  }

  /** An address as it stands before a port. */
  static String hostOf(InetAddress address) {
    String text = address.getHostAddress();
    int scope = text.indexOf('%');
    String plain = scope < 0 ? text : text.substring(0, scope);
    return address instanceof Inet6Address ? "[" + plain + "]" : plain;
  }
}
