package dev.rundle.agent;

import com.typesafe.config.Config;
import dev.rundle.agent.AgentGuardian.Life;
import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.security.Security;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.failure.RundleException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster member that holds its share of rungs for whichever coordinator it finds at the address
 * that it joins. It may start before the coordinator, outlives it, and joins the next one, also
 * where that has another address under the same name: a system that has lost its coordinator, or
 * has not found it for a while, is thrown away, and a new one joins.
 */
public final class AgentNode implements AutoCloseable {
  /** Name of the ActorSystem on every member. */
  public static final String SYSTEM = "rundle";

  public static final String AGENT_ROLE = "agent";
  public static final String COORDINATOR_ROLE = "coordinator";

  private static final Logger LOG = LoggerFactory.getLogger(AgentNode.class);
  private static final Duration LEAVING = Duration.ofSeconds(15);
  private static final Duration TERMINATING = Duration.ofSeconds(12);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Starts that may fail one after the other, {@link #PAUSE} apart, before the agent gives up. */
  private static final int MOST_FAILURES = 60;

  private final Joining joining;
  private final AgentSettings agent;
  private final AgentListener listener;
  private final String instance = UUID.randomUUID().toString();
  private final ScheduledExecutorService starter =
      Executors.newSingleThreadScheduledExecutor(AgentNode::daemon);
  private final CompletableFuture<Done> ended = new CompletableFuture<>();
  private ActorSystem<?> system;
  private Life life = new Life();
  private String saidWhyWaiting = "";
  private boolean closed;
  private int failures;

  private AgentNode(Joining joining, AgentSettings agent, AgentListener listener) {
    this.joining = joining;
    this.agent = agent;
    this.listener = new GuardedListener(listener);
  }

  /** As {@link #start(NodeSettings, AgentSettings, AgentListener)}, heard by nobody. */
  public static AgentNode start(NodeSettings node, AgentSettings agent) {
    return start(node, agent, AgentListener.SILENT);
  }

  /**
   * Starts an agent on a given address and begins to join.
   *
   * @throws BadInput if the settings name no coordinator
   * @throws RundleException as {@link #start(HostAndPort, Optional, Security, AgentSettings,
   *     AgentListener)}
   */
  public static AgentNode start(NodeSettings node, AgentSettings agent, AgentListener listener) {
    HostAndPort coordinator =
        node.join()
            .orElseThrow(
                () ->
                    new BadInput(
                        "An agent needs a coordinator to join",
                        "it holds load for nobody else",
                        "give --join host:port"));
    return start(coordinator, Optional.of(node.host()), node.security(), agent, listener);
  }

  /**
   * Starts an agent and begins to join. A coordinator that is not there yet, or whose name does not
   * resolve yet, is waited for.
   *
   * @param host address to listen on and to be known by; empty for the one from which the
   *     coordinator is reached
   * @throws RundleException if this node cannot listen there, may not talk in plain text, or its
   *     certificates cannot be used
   */
  public static AgentNode start(
      HostAndPort coordinator,
      Optional<String> host,
      Security security,
      AgentSettings agent,
      AgentListener listener) {
    return start(Joining.of(coordinator, host, security), agent, listener);
  }

  static AgentNode start(Joining joining, AgentSettings agent, AgentListener listener) {
    var node = new AgentNode(joining, agent, listener);
    try {
      joining.security().check(agent.clock()).forEach(listener::warning);
      node.startSystem();
    } catch (RuntimeException e) {
      node.starter.shutdownNow();
      throw e;
    }
    return node;
  }

  /** Completes when the agent was closed, or fails if it cannot start again. */
  public CompletionStage<Done> whenEnded() {
    return ended;
  }

  /** True while this agent works or waits for a coordinator; false once it has ended. */
  public boolean isUp() {
    return !ended.isDone();
  }

  /**
   * True if {@link #isUp} and the agent answers a message; while there is no coordinator to be
   * looked for yet, nothing needs to answer.
   *
   * @param within how long to wait for the answer
   */
  public boolean answers(Duration within) {
    ActorSystem<?> asked;
    Life itsLife;
    synchronized (this) {
      asked = system;
      itsLife = life;
    }
    if (!isUp() || asked == null) {
      return isUp();
    }
    CompletionStage<AgentEvent> pong =
        itsLife
            .agent()
            .thenCompose(
                ref ->
                    AskPattern.ask(
                        ref,
                        (ActorRef<AgentEvent> replyTo) -> new AgentCommand.Ping("", 0, replyTo),
                        within,
                        asked.scheduler()));
    try {
      pong.toCompletableFuture().get(within.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      // Between two systems there is nobody to answer for a moment.
      return isUp() && itsLife.ending().isDone();
    }
  }

  private void startSystem() {
    // A name may take long to resolve, and whoever closes this agent needs the lock.
    startSystem(joining.config());
  }

  private synchronized void startSystem(Optional<Config> config) {
    if (closed) {
      return;
    }
    if (config.isEmpty()) {
      sayWaiting(joining.coordinator().host() + " does not resolve, or no route leads there");
      again();
      return;
    }
    var started = new Life();
    system = create(config.get(), started);
    life = started;
    failures = 0;
    whenOver(system, started).thenRun(() -> onTerminated(started));
  }

  /**
   * Completes when a system has terminated, or should have: one that uses TLS may wait for ever for
   * a peer to close its stream, and the agent must join anew all the same.
   */
  private CompletableFuture<Void> whenOver(ActorSystem<?> started, Life itsLife) {
    var over = new CompletableFuture<Void>();
    started.getWhenTerminated().whenComplete((done, failure) -> over.complete(null));
    itsLife
        .ending()
        .thenRun(
            () ->
                starter.schedule(
                    () -> over.complete(null), TERMINATING.toMillis(), TimeUnit.MILLISECONDS));
    return over;
  }

  private ActorSystem<?> create(Config config, Life started) {
    try {
      return ActorSystem.create(
          AgentGuardian.create(agent, listener, instance, started), SYSTEM, config);
    } catch (RundleException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RemoteFailure(
          "This agent's cluster node cannot start: " + e.getMessage(),
          "the coordinator would have nobody to talk to",
          "see that --host is an address of this host",
          e);
    }
  }

  /** Once for each reason: it may be for hours. */
  private void sayWaiting(String why) {
    if (!why.equals(saidWhyWaiting)) {
      saidWhyWaiting = why;
      LOG.info("Waiting for the coordinator {}: {}", joining.coordinator(), why);
      listener.waiting(joining.coordinator().toString(), why);
    }
  }

  private synchronized void onTerminated(Life over) {
    system = null;
    if (closed) {
      ended.complete(Done.getInstance());
      return;
    }
    if (over.found().isDone()) {
      saidWhyWaiting = "";
    } else {
      sayWaiting(
          "no coordinator answers there yet; it may not have started, or it "
              + (joining.security().isTls()
                  ? "may not speak TLS (was it given --certs?)"
                  : "may speak TLS (then give --certs)"));
    }
    again();
  }

  private void again() {
    starter.schedule(this::startAgain, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void startAgain() {
    try {
      startSystem();
    } catch (RemoteFailure e) {
      failures++;
      LOG.warn("{}", e.getMessage());
      if (failures < MOST_FAILURES) {
        again();
      } else {
        ended.completeExceptionally(e);
      }
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
    starter.shutdownNow();
    if (last == null) {
      ended.complete(Done.getInstance());
      return;
    }
    last.terminate();
    try {
      ended.get(LEAVING.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Leaving the cluster did not end in {} s", LEAVING.toSeconds());
      ended.complete(Done.getInstance());
    }
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "rundle-agent-starter");
    thread.setDaemon(true);
    return thread;
  }
}
