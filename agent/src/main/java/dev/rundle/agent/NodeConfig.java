package dev.rundle.agent;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.security.TlsTransport;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The ActorSystem's configuration of a member of the cluster. */
public final class NodeConfig {
  private static final String COMMON =
      """
      pekko {
        loglevel = INFO
        stdout-loglevel = OFF
        loggers = ["org.apache.pekko.event.slf4j.Slf4jLogger"]
        logging-filter = "org.apache.pekko.event.slf4j.Slf4jLoggingFilter"
        log-dead-letters = off
        log-dead-letters-during-shutdown = off
        jvm-exit-on-fatal-error = off
        jvm-shutdown-hooks = off
        actor {
          provider = cluster
          allow-java-serialization = off
          # Jackson reads back only what is bound to it here, whatever class a message names.
          serialization-bindings {
            "dev.rundle.agent.protocol.ClusterMessage" = jackson-cbor
          }
        }
        # Nobody starts actors on another host.
        remote.deployment {
          enable-allow-list = on
          allowed-actor-classes = []
        }
        remote.artery {
          transport = tcp
          log-frame-size-exceeding = 200 KiB
          advanced.maximum-frame-size = 1 MiB
          # Not Pekko's own, so that whatever else speaks to the port is cut off at its first bytes:
          # behind them a wrong length of a frame keeps a thread busy for good.
          advanced.tcp-magic = ["RNDL"]
        }
        cluster {
          downing-provider-class = ""
          failure-detector.acceptable-heartbeat-pause = 6 s
          seed-node-timeout = 2 s
          retry-unsuccessful-join-after = 2 s
          jmx.enabled = off
        }
        coordinated-shutdown {
          exit-jvm = off
          run-by-jvm-shutdown-hook = off
          phases {
            cluster-leave.timeout = 3 s
            cluster-exiting.timeout = 3 s
            cluster-exiting-done.timeout = 2 s
            cluster-shutdown.timeout = 3 s
            cluster-sharding-shutdown-region.timeout = 1 s
          }
        }
      }
      """;

  private NodeConfig() {}

  /**
   * The configuration of a member that knows its coordinator, if it joins one, by an address that
   * is the coordinator's own.
   *
   * @throws dev.rundle.model.failure.BadInput if the node's certificates are missing or no
   *     certificates
   * @throws dev.rundle.model.failure.Refused if they must not be used
   */
  public static Config of(NodeSettings node) {
    return of(node, node.join().map(HostAndPort::toString).stream().toList());
  }

  /**
   * The configuration of a member, the same for coordinator and agents but for whom they join.
   *
   * <p>There is no downing provider: Pekko's split brain resolver makes a coordinator down itself
   * when one agent has lost the link to it alone. The coordinator decides whom to down, and an
   * agent that has lost its coordinator ends itself.
   *
   * @param seeds addresses of coordinators to try, as {@code host:port}; an agent that none of them
   *     answers within 20 s ends its system, so that it can look the addresses up anew
   * @throws dev.rundle.model.failure.BadInput if a seed is no address, or the node's certificates
   *     are missing or no certificates
   * @throws dev.rundle.model.failure.Refused if the certificates must not be used
   */
  public static Config of(NodeSettings node, List<String> seeds) {
    node.security().check(Clock.systemUTC());
    Config tls =
        node.security().certificates().map(TlsTransport::config).orElseGet(ConfigFactory::empty);
    return ConfigFactory.defaultOverrides()
        .withFallback(tls)
        .withFallback(ConfigFactory.parseMap(own(node, seeds)))
        .withFallback(ConfigFactory.parseString(COMMON))
        .withFallback(ConfigFactory.defaultReferenceUnresolved())
        .resolve();
  }

  private static Map<String, Object> own(NodeSettings node, List<String> seeds) {
    boolean isAgent = node.role().equals(AgentNode.AGENT_ROLE);
    List<String> nodes =
        seeds.stream()
            .map(HostAndPort::parse)
            .map(seed -> "pekko://" + AgentNode.SYSTEM + "@" + seed)
            .toList();
    return Map.of(
        "pekko.remote.artery.canonical.hostname",
        node.host(),
        "pekko.remote.artery.canonical.port",
        node.port(),
        "pekko.cluster.roles",
        List.of(node.role()),
        "pekko.cluster.seed-nodes",
        nodes,
        "pekko.cluster.shutdown-after-unsuccessful-join-seed-nodes",
        isAgent ? "20 s" : "off");
  }
}
