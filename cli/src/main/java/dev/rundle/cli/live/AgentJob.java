package dev.rundle.cli.live;

import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.cli.config.WorkFolder;
import dev.rundle.cli.metrics.AgentMetrics;
import dev.rundle.cli.metrics.MetricsServer;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.JoinOptions;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.cli.watch.AgentDisplay;
import dev.rundle.cli.watch.AgentWatchers;
import dev.rundle.model.failure.RemoteFailure;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/** Lends this host to one coordinator after the other until interrupted. */
public final class AgentJob {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(3);

  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommonOptions common;

  public AgentJob(Surroundings surroundings, Interrupts interrupts, CommonOptions common) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.common = common;
  }

  /**
   * Runs until interrupted.
   *
   * @param metricsAt where to serve metrics, if at all
   */
  public int run(JoinOptions.Joining joining, Optional<InetSocketAddress> metricsAt) {
    Path work = surroundings.directory().resolve(common.work());
    WorkFolder.create(work);
    RunLog.open(work, common.debug());
    var metrics = new AgentMetrics();
    var node = new AtomicReference<AgentNode>();
    Optional<MetricsServer> server =
        metricsAt.map(
            address ->
                MetricsServer.start(address, metrics::scrape, () -> metrics.health(isUp(node))));
    AgentDisplay display = AgentDisplay.of(surroundings, common.json());
    Interrupts.Registration telling = interrupts.tellThrough(display::interrupted);
    try {
      server.ifPresent(s -> display.metricsAt(s.url()));
      display.starting(joining.coordinator().toString(), work.toString());
      serve(joining, work, new AgentWatchers(List.of(display, metrics)), node);
    } finally {
      telling.close();
      display.close();
      server.ifPresent(MetricsServer::close);
    }
    return interrupts.isRequested() ? ExitCodes.INTERRUPTED : ExitCodes.FINE;
  }

  /** While it starts it is neither up nor sick. */
  private static boolean isUp(AtomicReference<AgentNode> node) {
    AgentNode agent = node.get();
    return agent == null || (agent.isUp() && agent.answers(LONGEST_ANSWER));
  }

  private void serve(
      JoinOptions.Joining joining,
      Path work,
      AgentWatchers watchers,
      AtomicReference<AgentNode> node) {
    var stop = new CompletableFuture<Void>();
    Interrupts.Registration registration = interrupts.onInterrupt(() -> stop.complete(null));
    try (registration;
        AgentNode agent =
            AgentNode.start(
                joining.coordinator(),
                joining.host(),
                joining.security(),
                AgentSettings.of(work),
                watchers)) {
      node.set(agent);
      await(stop, agent);
    }
  }

  private static void await(CompletableFuture<Void> stop, AgentNode agent) {
    try {
      CompletableFuture.anyOf(stop, agent.whenEnded().toCompletableFuture()).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new RemoteFailure(
          "the agent cannot go on", String.valueOf(e.getCause()), "see rundle.log in --work", e);
    }
  }
}
