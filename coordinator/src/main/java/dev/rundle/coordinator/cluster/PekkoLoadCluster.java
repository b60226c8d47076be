package dev.rundle.coordinator.cluster;

import dev.rundle.agent.AgentActor;
import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.NodeSettings;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agents joined to this JVM by Pekko Cluster; this node is the only seed. A single machine uses the
 * same path with one agent in the same JVM.
 */
final class PekkoLoadCluster implements LoadCluster {
  private static final Logger LOG = LoggerFactory.getLogger(PekkoLoadCluster.class);
  private static final Duration CLOSING = Duration.ofSeconds(15);

  private final ActorSystem<ConductorMessage> system;
  private final CallingThread thread;
  private final Settings settings;
  private final Interruption interruption;
  private List<String> agents = List.of();

  /**
   * @param local what an agent in this JVM works with; empty where all agents are elsewhere
   * @param want agents to wait for
   */
  record Settings(NodeSettings node, Optional<AgentSettings> local, int want, Duration patience) {}

  private PekkoLoadCluster(
      ActorSystem<ConductorMessage> system,
      CallingThread thread,
      Settings settings,
      Interruption interruption) {
    this.system = system;
    this.thread = thread;
    this.settings = settings;
    this.interruption = interruption;
  }

  static PekkoLoadCluster open(
      Settings settings, Timing timing, Interruption interruption, RunListener listener) {
    var thread = new CallingThread();
    var ready = new CompletableFuture<List<String>>();
    List<String> came = new CopyOnWriteArrayList<>();
    JoinListener joined =
        (agent, address, have) ->
            thread.execute(
                () -> {
                  came.add(agent + " at " + address);
                  listener.agentJoined(agent + " at " + address, have, settings.want());
                });
    ActorSystem<ConductorMessage> system;
    try {
      system =
          ActorSystem.create(
              guardian(settings, Conductor.create(settings.want(), joined, ready, timing)),
              AgentNode.SYSTEM,
              AgentNode.config(settings.node()));
    } catch (RuntimeException e) {
      throw cannotListen(settings.node(), e);
    }
    var cluster = new PekkoLoadCluster(system, thread, settings, interruption);
    try {
      if (settings.local().isEmpty()) {
        listener.phase(
            Phase.WAITING_FOR_AGENTS,
            "listening on " + addressOf(system),
            Optional.of(timing.now().plus(settings.patience())));
      }
      CompletableFuture.delayedExecutor(settings.patience().toMillis(), TimeUnit.MILLISECONDS)
          .execute(() -> ready.completeExceptionally(notEnough(settings, came, addressOf(system))));
      cluster.agents = cluster.await(ready);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  @Override
  public List<String> agents() {
    return agents;
  }

  @Override
  public void requireRoomFor(int concurrency) {
    if (settings.local().isPresent()) {
      OpenFiles.requireRoomFor(concurrency);
    }
  }

  @Override
  public void prepare(RunPlan plan) {
    var answer = new CompletableFuture<Void>();
    system.tell(new ConductorMessage.Prepare(plan, answer));
    await(answer);
  }

  @Override
  public RungMeasurement measure(RungOrder order, String group, RungWatch watch) {
    var answer = new CompletableFuture<RungMeasurement>();
    system.tell(
        new ConductorMessage.StartRung(
            order, group, progress -> thread.execute(() -> look(watch, progress)), answer));
    return await(answer);
  }

  private void look(RungWatch watch, RungProgress progress) {
    switch (watch.look(progress)) {
      case HOLD_ON -> {}
      case CLOSE -> system.tell(new ConductorMessage.CloseRung());
    }
  }

  @Override
  public void hold(int concurrency, String group, ProbeListener intervals) {
    system.tell(new ConductorMessage.Hold(concurrency, group, intervals));
  }

  @Override
  public void release() {
    system.tell(new ConductorMessage.Release());
  }

  @Override
  public List<Path> finish() {
    var answer = new CompletableFuture<List<Path>>();
    system.tell(new ConductorMessage.Finish(answer));
    return await(answer);
  }

  @Override
  public void close() {
    system.terminate();
    try {
      system
          .getWhenTerminated()
          .toCompletableFuture()
          .get(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The cluster did not close within {} s", CLOSING.toSeconds());
    }
  }

  /** E.g. {@code 10.0.0.7:25520}. */
  private static String addressOf(ActorSystem<?> system) {
    Address address = Cluster.get(system).selfMember().address();
    return address.getHost().orElse("") + ":" + address.getPort().orElse(0);
  }

  /** Waits; a node that ends by itself will never answer. */
  private <T> T await(CompletableFuture<T> answer) {
    system
        .getWhenTerminated()
        .whenComplete(
            (done, failure) ->
                answer.completeExceptionally(
                    new RemoteFailure(
                        "this host's cluster node has stopped",
                        "the run cannot go on without it",
                        "see the log for the cause, then run again")));
    return thread.await(answer, interruption);
  }

  private static RemoteFailure notEnough(Settings settings, List<String> came, String address) {
    return new RemoteFailure(
        "%d of %d agents came within %d s%s"
            .formatted(
                came.size(),
                settings.want(),
                settings.patience().toSeconds(),
                came.isEmpty() ? "" : ": " + String.join(", ", came)),
        "the run was not begun",
        "start the others with: rundle agent --join " + address);
  }

  private static Behavior<ConductorMessage> guardian(
      Settings settings, Behavior<ConductorMessage> conductor) {
    return Behaviors.setup(
        context -> {
          Cluster cluster = Cluster.get(context.getSystem());
          cluster.manager().tell(Join.create(cluster.selfMember().address()));
          context.spawn(Roster.create(context.getSelf()), "roster");
          settings.local().ifPresent(agent -> context.spawn(AgentActor.create(agent), "agent"));
          return conductor;
        });
  }

  private static RemoteFailure cannotListen(NodeSettings node, RuntimeException e) {
    return new RemoteFailure(
        "cannot listen on " + node.host() + ":" + node.port() + ": " + e.getMessage(),
        "agents would have nobody to join",
        "choose an address of this host and a free port",
        e);
  }
}
