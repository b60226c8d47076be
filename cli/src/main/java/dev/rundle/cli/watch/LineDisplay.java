package dev.rundle.cli.watch;

import dev.rundle.cli.output.Progress;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Phase;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.scaleout.StageTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A line for each thing that happens, for logs and pipes. */
final class LineDisplay implements RunDisplay {
  private final Progress progress;
  private final Clock clock;
  private final RunWording wording = new RunWording(new Style(false));

  LineDisplay(Surroundings surroundings) {
    this.progress = new Progress(surroundings);
    this.clock = surroundings.clock();
  }

  @Override
  public void phase(Phase phase, String detail, Optional<Instant> end) {
    String what = RunWording.phase(phase, detail);
    Optional<Duration> left = end.map(at -> Duration.between(clock.instant(), at));
    if (left.isEmpty()) {
      progress.phase(what);
    } else if (phase.isBounded()) {
      progress.phaseOfAtMost(what, left.get());
    } else {
      progress.phase(what, left.get());
    }
  }

  @Override
  public void doing(String what) {
    progress.phase(what);
  }

  @Override
  public void rungEnded(RungResult result) {
    progress.line(wording.rungEnded(result));
  }

  @Override
  public void stage(StageTime stage) {
    progress.line(wording.stage(stage));
  }

  @Override
  public void agentJoined(String agent, int have, int want) {
    progress.line(wording.agentJoined(agent, have, want));
  }

  @Override
  public void agentLost(String agent, String reason) {
    progress.line(wording.agentLost(agent, reason));
  }

  @Override
  public void agentRefused(String address, String reason) {
    progress.line(wording.agentRefused(address, reason));
  }

  @Override
  public void warning(String text) {
    progress.line(wording.warning(text));
  }

  @Override
  public void metricsAt(String url) {
    progress.line(wording.metricsAt(url));
  }

  @Override
  public void interrupted() {
    progress.line(wording.interrupted());
  }

  @Override
  public void close() {
    progress.close();
  }
}
