package dev.rundle.agent;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster member that holds its share of rungs for whichever coordinator it finds at the address
 * that it joins. It may start before the coordinator, outlives it, and joins the next one: a system
 * that has lost its coordinator is thrown away, and a new one joins under a new address.
 */
public final class AgentNode implements AutoCloseable {
  /** Name of the ActorSystem on every member. */
  public static final String SYSTEM = "rundle";

  public static final String AGENT_ROLE = "agent";
  public static final String COORDINATOR_ROLE = "coordinator";

  private static final Logger LOG = LoggerFactory.getLogger(AgentNode.class);
  private static final long LEAVE_SECONDS = 15;

  private final NodeSettings node;
  private final AgentSettings agent;
  private final CompletableFuture<Done> ended = new CompletableFuture<>();
  private ActorSystem<?> system;
  private boolean closed;

  private AgentNode(NodeSettings node, AgentSettings agent) {
    this.node = node;
    this.agent = agent;
  }

  /**
   * Starts an agent and begins to join.
   *
   * @throws dev.rundle.model.failure.BadInput if the settings name no coordinator
   */
  public static AgentNode start(NodeSettings node, AgentSettings agent) {
    var started = new AgentNode(node, agent);
    started.startSystem();
    return started;
  }

  /** Completes when the agent was closed, or fails if it cannot start again. */
  public CompletionStage<Done> whenEnded() {
    return ended;
  }

  private synchronized void startSystem() {
    if (closed) {
      return;
    }
    system = ActorSystem.create(AgentGuardian.create(agent), SYSTEM, config(node));
    system.getWhenTerminated().whenComplete((done, failure) -> onTerminated());
  }

  private void onTerminated() {
    synchronized (this) {
      if (closed) {
        ended.complete(Done.getInstance());
        return;
      }
    }
    LOG.info("The coordinator is gone; joining anew");
    try {
      startSystem();
    } catch (RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  /** Leaves the cluster and stops; load that is running is aborted. */
  @Override
  public void close() {
    ActorSystem<?> last;
    synchronized (this) {
      closed = true;
      last = system;
    }
    last.terminate();
    try {
      last.getWhenTerminated().toCompletableFuture().get(LEAVE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
      LOG.warn("Leaving the cluster did not end in {} s", LEAVE_SECONDS);
    }
  }

  /**
   * The configuration of a member, the same for coordinator and agents.
   *
   * <p>There is no downing provider: Pekko's split brain resolver makes a coordinator down itself
   * when one agent has lost the link to it alone. The coordinator decides whom to down, and an
   * agent that has lost its coordinator ends itself.
   */
  public static Config config(NodeSettings node) {
    String seeds = node.join().map(c -> "\"pekko://" + SYSTEM + "@" + c + "\"").orElse("");
    String own =
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
            serialization-bindings {
              "dev.rundle.agent.protocol.ClusterMessage" = jackson-cbor
            }
          }
          remote.artery {
            transport = tcp
            canonical.hostname = "%s"
            canonical.port = %d
            log-frame-size-exceeding = 200 KiB
            advanced.maximum-frame-size = 1 MiB
          }
          cluster {
            roles = [%s]
            seed-nodes = [%s]
            downing-provider-class = ""
            failure-detector.acceptable-heartbeat-pause = 6 s
            seed-node-timeout = 2 s
            retry-unsuccessful-join-after = 2 s
            shutdown-after-unsuccessful-join-seed-nodes = off
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
        """
            .formatted(node.host(), node.port(), node.role(), seeds);
    return ConfigFactory.defaultOverrides()
        .withFallback(ConfigFactory.parseString(own))
        .withFallback(ConfigFactory.defaultReferenceUnresolved())
        .resolve();
  }
}
