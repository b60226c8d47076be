package dev.rundle.cli.live;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Progress;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.scaleout.StageTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Shows a run on the progress line. */
final class RunProgress implements RunListener {
  private final Progress progress;
  private final Clock clock;

  RunProgress(Progress progress, Clock clock) {
    this.progress = progress;
    this.clock = clock;
  }

  @Override
  public void phase(Phase phase, String detail, Optional<Instant> end) {
    String what = detail.isEmpty() ? phase.text() : phase.text() + ": " + detail;
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
  public void progress(RungProgress rung) {
    progress.detail(
        String.format(
            Locale.ROOT,
            "held %.2f, %d ended, %d over the SLO%s",
            rung.held(),
            rung.ended(),
            rung.overSlo(),
            rung.ttfabP95Millis().isPresent()
                ? ", p95 TTFAB " + Figures.millis(rung.ttfabP95Millis())
                : ""));
  }

  @Override
  public void rungEnded(RungResult result) {
    String verdict =
        result
            .verdict()
            .map(v -> v.<String>fold(p -> "pass", f -> "fail", u -> "undecided"))
            .orElseGet(() -> "void: " + String.join("; ", result.voidReasons()));
    progress.line(
        String.format(
            Locale.ROOT,
            "  concurrency %d: %s over the SLO of %s, %s",
            result.concurrency(),
            Figures.count(result.measurement().overSlo()),
            Figures.count(result.measurement().sent()),
            verdict));
  }

  @Override
  public void stage(StageTime stage) {
    progress.line("  " + stage.stage().id() + " at " + Figures.moment(stage.at()));
  }

  @Override
  public void agentJoined(String agent, int have, int want) {
    progress.line("  agent " + agent + " joined (" + have + " of " + want + ")");
  }

  @Override
  public void warning(String text) {
    progress.line("warning: " + text);
  }
}
