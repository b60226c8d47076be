package dev.rundle.cli.live;

import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.cli.config.WorkFolder;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.RemoteFailure;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Lends this host to a coordinator until interrupted. */
public final class AgentJob {
  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommonOptions common;

  /** What an agent says when it starts. */
  public record Started(String joining, String host, String results) {}

  public AgentJob(Surroundings surroundings, Interrupts interrupts, CommonOptions common) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.common = common;
  }

  /** Runs until interrupted. */
  public int run(String join, String host, boolean insecure) {
    NodeSettings node = NodeSettings.agent(host, HostAndPort.parse(join), insecure);
    Path work = surroundings.directory().resolve(common.work());
    WorkFolder.create(work);
    RunLog.open(work, common.debug());
    var stop = new CompletableFuture<Void>();
    try (var registration = interrupts.onInterrupt(() -> stop.complete(null));
        AgentNode agent = AgentNode.start(node, AgentSettings.of(work))) {
      Started started = new Started(join, host, work.toString());
      new Output(surroundings, common.json())
          .result(
              started,
              out ->
                  out.println(
                      "agent on "
                          + host
                          + " joins the coordinator at "
                          + join
                          + " as soon as it is there; Ctrl-C ends it"),
              Optional.empty());
      await(stop, agent);
    }
    return interrupts.isRequested() ? ExitCodes.INTERRUPTED : ExitCodes.FINE;
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
