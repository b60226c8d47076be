package dev.rundle.coordinator.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.rundle.agent.AgentActor;
import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.NodeConfig;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.failure.RundleException;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
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
  private static final Duration TELLING = Duration.ofSeconds(2);

  private final ActorSystem<ConductorMessage> system;
  private final CallingThread thread;
  private final Interruption interruption;
  private List<String> agents = List.of();

  /**
   * @param own what agents are compared with
   * @param local what an agent in this JVM works with; empty where all agents are elsewhere
   * @param want agents to wait for
   * @param connectionsPerSecond opened over the whole cluster, at most
   */
  record Settings(
      NodeSettings node,
      Capabilities own,
      Optional<AgentSettings> local,
      int want,
      Duration patience,
      int connectionsPerSecond) {}

  private PekkoLoadCluster(
      ActorSystem<ConductorMessage> system, CallingThread thread, Interruption interruption) {
    this.system = system;
    this.thread = thread;
    this.interruption = interruption;
  }

  static PekkoLoadCluster open(
      Settings settings, Timing timing, Interruption interruption, RunListener listener) {
    var thread = new CallingThread();
    var ready = new CompletableFuture<List<String>>();
    List<String> came = new CopyOnWriteArrayList<>();
    var company = new OnCallingThread(thread, listener, timing, settings.want(), came);
    ActorSystem<ConductorMessage> system =
        start(
            settings,
            company,
            Conductor.create(
                settings.want(),
                new Admission(settings.own()),
                settings.connectionsPerSecond(),
                company,
                ready,
                timing));
    var cluster = new PekkoLoadCluster(system, thread, interruption);
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

  private static ActorSystem<ConductorMessage> start(
      Settings settings, CompanyListener company, Behavior<ConductorMessage> conductor) {
    try {
      return ActorSystem.create(
          guardian(settings, company, conductor),
          AgentNode.SYSTEM,
          watchingAll(NodeConfig.of(settings.node())));
    } catch (RundleException e) {
      throw e;
    } catch (RuntimeException e) {
      throw cannotListen(settings.node(), e);
    }
  }

  /**
   * Needed for what was measured already, so that neither an interruption nor an end may matter.
   */
  @Override
  public List<String> agents() {
    agents =
        ask(company -> company.crew().names())
            .completeOnTimeout(agents, TELLING.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    return agents;
  }

  @Override
  public void requireRoomFor(int concurrency) {
    query(
        company -> {
          company.orders().requireRoomFor(concurrency);
          return true;
        });
  }

  @Override
  public Duration startsIn(int concurrency) {
    return query(company -> company.orders().startsIn(concurrency));
  }

  private <T> T query(Function<Company, T> question) {
    return await(ask(question));
  }

  private <T> CompletableFuture<T> ask(Function<Company, T> question) {
    var answer = new CompletableFuture<T>();
    system.tell(
        new ConductorMessage.Query(
            company -> {
              try {
                answer.complete(question.apply(company));
              } catch (RuntimeException failure) {
                answer.completeExceptionally(failure);
              }
            }));
    return answer;
  }

  @Override
  public void prepare(RunPlan plan) {
    var answer = new CompletableFuture<Void>();
    system.tell(new ConductorMessage.Prepare(plan, answer));
    await(answer);
  }

  @Override
  public void takeIn() {
    var answer = new CompletableFuture<Void>();
    system.tell(new ConductorMessage.TakeIn(answer));
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
  public List<AgentLog> finish() {
    var answer = new CompletableFuture<List<AgentLog>>();
    system.tell(new ConductorMessage.Finish(answer));
    return await(answer);
  }

  @Override
  public void close() {
    // Agents would notice that this node is gone; this way no load outlives it at all.
    var told = new CompletableFuture<Void>();
    system.tell(new ConductorMessage.Leave(told));
    system.getWhenTerminated().whenComplete((done, failure) -> told.complete(null));
    told.completeOnTimeout(null, TELLING.toMillis(), TimeUnit.MILLISECONDS).join();
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

  /** A cluster's nodes watch a few others each; this one must know of every agent by itself. */
  private static Config watchingAll(Config node) {
    return ConfigFactory.parseString(
            "pekko.cluster.failure-detector.monitored-by-nr-of-members = 10000")
        .withFallback(node);
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
        "start the others with: rundle agent --join "
            + address
            + (settings.node().security().isTls()
                ? " --certs DIR, where DIR is that host's own folder of this cluster's certificates"
                : ""));
  }

  private static Behavior<ConductorMessage> guardian(
      Settings settings, CompanyListener listener, Behavior<ConductorMessage> conductor) {
    return Behaviors.setup(
        context -> {
          Cluster cluster = Cluster.get(context.getSystem());
          cluster.manager().tell(Join.create(cluster.selfMember().address()));
          context.spawn(Roster.create(context.getSelf()), "roster");
          context.spawn(Doorkeeper.create(listener), "doorkeeper");
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
