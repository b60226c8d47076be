package dev.rundle.agent;

import dev.rundle.agent.security.Security;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;

/**
 * Where one member of the cluster listens and whom it joins.
 *
 * @param role {@link AgentNode#AGENT_ROLE} or {@link AgentNode#COORDINATOR_ROLE}
 * @param host address that this member listens on and is known by to the others
 * @param port 0 for any free port: agents always use 0, because a member that restarts on its old
 *     port stays out while another member is unreachable
 * @param join the coordinator to join; empty for a coordinator, which joins itself
 * @param security plain text is refused beyond the loopback interface unless it allows that
 */
public record NodeSettings(
    String role, String host, int port, Optional<HostAndPort> join, Security security) {
  public NodeSettings {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(join, "join");
    Objects.requireNonNull(security, "security");
    if (host == null || host.isBlank()) {
      throw new BadInput("The host to listen on is empty", "", "give --host an address");
    }
    if (port < 0 || port > 65_535) {
      throw new BadInput(
          "Port " + port + " is out of range", "ports are 0 to 65535", "choose another --port");
    }
    if (!security.isTls() && !security.plainTextBeyondLoopback()) {
      refuseUnlessLoopback(host);
      join.ifPresent(coordinator -> refuseUnlessLoopback(coordinator.host()));
    }
  }

  /** An agent that joins a coordinator and listens on any free port. */
  public static NodeSettings agent(String host, HostAndPort coordinator, Security security) {
    return new NodeSettings(AgentNode.AGENT_ROLE, host, 0, Optional.of(coordinator), security);
  }

  /** A coordinator, the cluster's only seed. */
  public static NodeSettings coordinator(String host, int port, Security security) {
    return new NodeSettings(AgentNode.COORDINATOR_ROLE, host, port, Optional.empty(), security);
  }

  private static void refuseUnlessLoopback(String host) {
    boolean loopback;
    try {
      loopback = InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new BadInput(
          "Host " + host + " is not known", "its name does not resolve", "check the spelling", e);
    }
    if (!loopback) {
      throw new Refused(
          "The cluster would talk in plain text on " + host,
          "whoever reaches that port could start load with this host's AWS credentials",
          "make certificates with `rundle certs` and name them with --certs; or stay on 127.0.0.1,"
              + " or add --insecure on a network that you trust");
    }
  }

  /** A host and a port, as in {@code 10.0.0.7:25520}. */
  public record HostAndPort(String host, int port) {
    public HostAndPort {
      if (host == null || host.isBlank() || port < 1 || port > 65_535) {
        throw new BadInput(
            host + ":" + port + " is not a host and a port",
            "the port must be 1 to 65535",
            "write it as host:port, for example 127.0.0.1:25520");
      }
    }

    /**
     * Reads {@code host:port}.
     *
     * @throws BadInput if it is not that
     */
    public static HostAndPort parse(String text) {
      int colon = text.lastIndexOf(':');
      try {
        return new HostAndPort(
            text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
      } catch (NumberFormatException e) {
        throw new BadInput(
            "\"" + text + "\" is not a host and a port",
            "",
            "write it as host:port, for example 127.0.0.1:25520",
            e);
      }
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
