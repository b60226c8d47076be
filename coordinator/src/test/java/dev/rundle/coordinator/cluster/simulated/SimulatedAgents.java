package dev.rundle.coordinator.cluster.simulated;

import dev.rundle.agent.AgentActor;
import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.HealthWatch;
import dev.rundle.agent.HostCapabilities;
import dev.rundle.agent.NodeConfig;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.agent.security.Security;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Any number of real agents as actors of one further member of the cluster: every message crosses
 * the wire, over the loopback interface, while members stay two. Only what they load is simulated.
 */
public final class SimulatedAgents implements AutoCloseable {
  private final ActorSystem<Void> system;

  private SimulatedAgents(ActorSystem<Void> system) {
    this.system = system;
  }

  /** Joins a coordinator. */
  public static SimulatedAgents join(
      NodeSettings.HostAndPort coordinator, int agents, SimulatedLoad load, Path folder) {
    Capabilities capabilities = capabilities();
    AgentSettings settings =
        AgentSettings.of(folder)
            .withInvokers((target, maxConcurrency) -> SimulatedLoad.invoker(maxConcurrency))
            .withLadders(load)
            .withHealth(HealthWatch::blind)
            .withCapabilities(() -> capabilities);
    Behavior<Void> guardian =
        Behaviors.setup(
            context -> {
              for (int i = 0; i < agents; i++) {
                context.spawn(AgentActor.create(settings), "agent-" + i);
              }
              return Behaviors.empty();
            });
    return new SimulatedAgents(
        ActorSystem.create(
            guardian,
            AgentNode.SYSTEM,
            NodeConfig.of(NodeSettings.agent("127.0.0.1", coordinator, Security.loopback()))));
  }

  /** Of this build; no connection is ever opened, so limits do not matter. */
  private static Capabilities capabilities() {
    Capabilities own = HostCapabilities.read();
    return new Capabilities(
        own.productVersion(),
        own.gatlingVersion(),
        own.transports(),
        1,
        Long.MAX_VALUE,
        Integer.MAX_VALUE);
  }

  @Override
  public void close() {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
