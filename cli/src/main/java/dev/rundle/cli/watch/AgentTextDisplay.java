package dev.rundle.cli.watch;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.LiveBlock;
import dev.rundle.cli.output.Progress;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.TerminalSize;
import dev.rundle.cli.output.Words;
import dev.rundle.cli.process.Surroundings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an agent does in lines with the time of day. On a terminal what it holds now is one line
 * that is redrawn, and each rung's share is not kept as a line.
 */
final class AgentTextDisplay implements AgentDisplay {
  private final Surroundings surroundings;
  private final Clock clock;
  private final Style style;
  private final int columns;
  private final Optional<LiveBlock> block;
  private volatile Doing doing = new Doing("", Instant.EPOCH);

  private record Doing(String what, Instant since) {}

  AgentTextDisplay(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.clock = surroundings.clock();
    this.style = new Style(surroundings.isColoured());
    this.columns = TerminalSize.of(surroundings.environment()).columns();
    this.block =
        surroundings.isOutRedrawn()
            ? Optional.of(new LiveBlock(surroundings.out(), this::content))
            : Optional.empty();
  }

  private List<String> content() {
    Doing now = doing;
    if (now.what().isEmpty()) {
      return List.of();
    }
    String elapsed = Figures.clock(Duration.between(now.since(), clock.instant()));
    return List.of(Words.cut(now.what() + "  " + elapsed, columns));
  }

  private void now(String what) {
    doing = new Doing(Words.harmless(what), clock.instant());
    block.ifPresent(LiveBlock::redraw);
  }

  /** A line that stays. */
  private void said(String text) {
    String line = Progress.timeOfDay(clock.instant()) + "  " + text;
    block.ifPresentOrElse(b -> b.line(line), () -> surroundings.out().println(line));
  }

  @Override
  public void starting(String coordinator, String workFolder) {
    said("looking for the coordinator at " + coordinator + " until Ctrl-C");
    now("looking for the coordinator at " + coordinator);
  }

  @Override
  public void waiting(String coordinator, String why) {
    said("waiting for the coordinator at " + coordinator + ": " + Words.harmless(why));
    now("waiting for the coordinator at " + coordinator);
  }

  @Override
  public void joined(String coordinator) {
    said(style.good("joined") + " the coordinator at " + coordinator);
    now("joined " + coordinator + ", waiting for its run");
  }

  @Override
  public void refused(String coordinator, String reason) {
    said(
        style.bad("refused")
            + " by the coordinator at "
            + coordinator
            + ": "
            + Words.harmless(reason));
    now("refused by " + coordinator + ", waiting for another coordinator");
  }

  @Override
  public void preparing(String runId, String agent, String endpoint) {
    said(
        Words.harmless(
            "run " + runId + ": preparing as " + agent + " for the endpoint " + endpoint));
    now("run " + runId + ": warming up as " + agent);
  }

  @Override
  public void ready(String runId) {
    said(Words.harmless("run " + runId + ": ready"));
    now("run " + runId + ": ready, waiting for the first rung");
  }

  @Override
  public void holding(String runId, int rung, int share) {
    String what =
        Words.harmless("run " + runId + ": ")
            + (share == 0
                ? "holding nothing, waiting for the next rung"
                : "holding " + Figures.count(share) + " of " + name(rung));
    if (block.isEmpty()) {
      said(what);
    }
    now(what);
  }

  /** Rungs count from 0 inside, from 1 for people; a probe has a negative number. */
  private static String name(int rung) {
    return rung < 0 ? "the probe" : "rung " + (rung + 1);
  }

  @Override
  public void finished(String runId) {
    said(Words.harmless("run " + runId + ": finished"));
    now("waiting for the next run");
  }

  @Override
  public void stopped(String runId, String reason) {
    said(
        Words.harmless("run " + runId + ": ")
            + style.doubtful("stopped")
            + ": "
            + Words.harmless(reason));
    now("waiting for the next run");
  }

  @Override
  public void alone(String coordinator) {
    said("the coordinator at " + coordinator + " is gone; looking for the next one there");
    now("looking for the coordinator at " + coordinator);
  }

  @Override
  public void warning(String text) {
    said(style.doubtful("warning:") + " " + Words.harmless(text));
  }

  @Override
  public void metricsAt(String url) {
    said("metrics at " + url);
  }

  @Override
  public void interrupted() {
    said("interrupted: leaving the cluster");
  }

  @Override
  public void close() {
    block.ifPresent(LiveBlock::close);
    surroundings.out().flush();
  }
}
