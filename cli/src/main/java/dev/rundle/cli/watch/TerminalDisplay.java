package dev.rundle.cli.watch;

import dev.rundle.cli.output.LiveBlock;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.TerminalSize;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.scaleout.StageTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A block at the foot of the terminal that shows the run as it is now; what stays goes above. */
final class TerminalDisplay implements RunDisplay {
  private final Clock clock;
  private final RunWording wording;
  private final AtomicReference<RunPicture> picture = new AtomicReference<>(RunPicture.EMPTY);
  private final LiveBlock block;

  TerminalDisplay(Surroundings surroundings, Duration slo, Optional<LadderOutlook> outlook) {
    Style style = new Style(surroundings.isErrColoured());
    this.clock = surroundings.clock();
    this.wording = new RunWording(style);
    RunView view = new RunView(style, TerminalSize.of(surroundings.environment()), slo, outlook);
    this.block =
        new LiveBlock(surroundings.err(), () -> view.lines(picture.get(), clock.instant()));
  }

  @Override
  public void phase(Phase phase, String detail, Optional<Instant> end) {
    begin(RunWording.phase(phase, detail), end, phase.isBounded());
  }

  @Override
  public void doing(String what) {
    begin(what, Optional.empty(), false);
  }

  private void begin(String what, Optional<Instant> end, boolean bounded) {
    Instant now = clock.instant();
    picture.updateAndGet(before -> before.begin(what, now, end, bounded));
    block.redraw();
  }

  /** The painter draws often enough. */
  @Override
  public void progress(RungProgress progress) {
    Instant now = clock.instant();
    picture.updateAndGet(before -> before.with(progress, now));
  }

  @Override
  public void rungEnded(RungResult result) {
    block.line(wording.rungEnded(result));
  }

  @Override
  public void stage(StageTime stage) {
    block.line(wording.stage(stage));
  }

  @Override
  public void agentJoined(String agent, int have, int want) {
    block.line(wording.agentJoined(agent, have, want));
  }

  @Override
  public void agentLost(String agent, String reason) {
    picture.updateAndGet(before -> before.with(new RunPicture.Lost(agent, reason)));
    block.line(wording.agentLost(agent, reason));
  }

  @Override
  public void agentRefused(String address, String reason) {
    block.line(wording.agentRefused(address, reason));
  }

  @Override
  public void warning(String text) {
    block.line(wording.warning(text));
  }

  @Override
  public void metricsAt(String url) {
    block.line(wording.metricsAt(url));
  }

  @Override
  public void interrupted() {
    block.line(wording.interrupted());
  }

  @Override
  public void close() {
    block.close();
  }
}
