package dev.rundle.cli.watch;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Progress;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.TerminalSize;
import dev.rundle.cli.output.Words;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run as lines for a terminal, the most important ones first: what is held and for how long, the
 * figures so far against the SLO, what the rung would be judged, and each agent's part. Never wider
 * nor taller than the terminal.
 */
final class RunView {
  private final Style style;
  private final TerminalSize size;
  private final Duration slo;
  private final Optional<LadderOutlook> outlook;
  private final Alarms alarms;

  RunView(Style style, TerminalSize size, Duration slo, Optional<LadderOutlook> outlook) {
    this.style = style;
    this.size = size;
    this.slo = slo;
    this.outlook = outlook;
    this.alarms = new Alarms(slo);
  }

  List<String> lines(RunPicture picture, Instant now) {
    if (picture.doing().isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    picture
        .rung()
        .ifPresentOrElse(
            rung -> addRung(lines, picture, rung, now),
            () -> lines.add(Words.cut(phase(picture, now), size.columns())));
    // The last row stays free: a terminal scrolls when it is written full.
    int most = Math.max(1, size.rows() - 1);
    return lines.size() <= most ? lines : lines.subList(0, most);
  }

  private String phase(RunPicture picture, Instant now) {
    String elapsed = Figures.clock(Duration.between(picture.since(), now));
    Optional<Duration> length = picture.end().map(end -> Duration.between(picture.since(), end));
    String until =
        length
            .map(
                l ->
                    picture.bounded()
                        ? " " + Progress.atMost(l)
                        : " " + Progress.expected(l, picture.since()))
            .orElse("");
    return picture.doing() + "  " + elapsed + until;
  }

  private void addRung(List<String> lines, RunPicture picture, RungProgress rung, Instant now) {
    Duration sinceHeard = Duration.between(picture.rungAt(), now);
    Duration elapsed = rung.elapsed().plus(sinceHeard);
    lines.add(
        style.strong(
            isProbe(rung)
                ? Words.cut(phase(picture, now), size.columns())
                : fitting(headline(rung, elapsed, now))));
    lines.add(fitting(held(rung, elapsed)));
    lines.add(fitting(judgement(rung)));
    int left = Math.max(0, size.rows() - 1 - lines.size());
    lines.addAll(
        new AgentRows(style, alarms, elapsed.minus(rung.order().settle()))
            .lines(rung.agents(), picture.lost(), size.columns(), left));
  }

  private String fitting(List<String> pieces) {
    return Words.fitting(size.columns(), pieces);
  }

  private List<String> headline(RungProgress rung, Duration elapsed, Instant now) {
    RungOrder order = rung.order();
    List<String> pieces = new ArrayList<>();
    pieces.add("concurrency " + Figures.count(order.concurrency()));
    pieces.add(rungName(order));
    if (order.attempt() > 1) {
      pieces.add("attempt " + order.attempt());
    }
    Duration left = rung.expected().minus(elapsed);
    pieces.add(left.isNegative() ? "awaiting the last answers" : Figures.clock(left) + " left");
    outlook
        .map(ladder -> atLeastZero(left).plus(ladder.after(order.concurrency())))
        .ifPresent(
            untilEnd -> pieces.add("ladder until about " + Progress.timeOfDay(now.plus(untilEnd))));
    return pieces;
  }

  private String rungName(RungOrder order) {
    return outlook
        .filter(ladder -> ladder.position(order.concurrency()).isPresent())
        .map(
            ladder ->
                "rung " + ladder.position(order.concurrency()).getAsInt() + " of " + ladder.size())
        .orElseGet(() -> "rung " + (order.index() + 1));
  }

  private List<String> held(RungProgress rung, Duration elapsed) {
    RungOrder order = rung.order();
    Duration untilWindow = order.settle().minus(elapsed);
    if (!isProbe(rung) && rung.ended() == 0 && !untilWindow.isNegative()) {
      return List.of(
          "settling",
          "the window opens in " + Figures.clock(untilWindow),
          Figures.count(order.concurrency()) + " ordered");
    }
    List<String> pieces = new ArrayList<>();
    pieces.add("held " + Figures.held(rung.held()) + " of " + Figures.count(order.concurrency()));
    pieces.add(Figures.count(rung.ended()) + " ended");
    if (rung.ended() > 0) {
      pieces.add(
          Figures.count(rung.overSlo())
              + " over the SLO ("
              + Figures.percent((double) rung.overSlo() / rung.ended())
              + ")");
    }
    return pieces;
  }

  private List<String> judgement(RungProgress rung) {
    List<String> pieces = new ArrayList<>();
    pieces.add(
        "p95 TTFAB "
            + Figures.millis(rung.ttfabP95Millis())
            + (isProbe(rung) ? " lately" : "")
            + ", SLO "
            + Figures.millis(slo.toNanos() / 1e6));
    if (!isProbe(rung)) {
      pieces.add(verdict(ProvisionalVerdict.of(rung)));
    }
    return pieces;
  }

  private String verdict(ProvisionalVerdict verdict) {
    return switch (verdict) {
      case NOTHING_YET -> "not judged yet";
      case PASS -> style.good("would pass") + " so far, provisionally";
      case FAIL -> style.bad("would fail") + " so far, provisionally";
      case UNDECIDED -> style.doubtful("undecided") + " so far";
    };
  }

  /** A probe is held without being judged while something else is waited for; it is negative. */
  private static boolean isProbe(RungProgress rung) {
    return rung.order().index() < 0;
  }

  private static Duration atLeastZero(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
