package dev.rundle.cli.watch;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.Words;
import dev.rundle.coordinator.Phase;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.scaleout.StageTime;
import java.util.Locale;

/** The lines that stay, of what happens in a run. */
final class RunWording {
  private final Style style;

  RunWording(Style style) {
    this.style = style;
  }

  static String phase(Phase phase, String detail) {
    return detail.isEmpty() ? phase.text() : phase.text() + ": " + Words.harmless(detail);
  }

  String rungEnded(RungResult result) {
    var measurement = result.measurement();
    return String.format(
        Locale.ROOT,
        "  concurrency %d: %s over the SLO of %s, %s%s",
        result.concurrency(),
        Figures.count(measurement.overSlo()),
        Figures.count(measurement.sent()),
        measurement.startSkew().filter(skew -> skew.agents() > 1).map(RunWording::skew).orElse(""),
        verdict(result));
  }

  private String verdict(RungResult result) {
    return result
        .verdict()
        .map(
            v ->
                v.<String>fold(
                    p -> style.good("pass"),
                    f -> style.bad("fail"),
                    u -> style.doubtful("undecided")))
        .orElseGet(
            () ->
                style.doubtful("void: " + Words.harmless(String.join("; ", result.voidReasons()))));
  }

  private static String skew(StartSkew skew) {
    return Figures.count(skew.agents())
        + " agents began within "
        + Figures.millis(skew.p99Millis())
        + ", ";
  }

  String stage(StageTime stage) {
    return "  " + stage.stage().id() + " at " + Figures.moment(stage.at());
  }

  String agentJoined(String agent, int have, int want) {
    return "  agent " + Words.harmless(agent) + " joined (" + have + " of " + want + ")";
  }

  String agentLost(String agent, String reason) {
    return "  "
        + style.bad("agent " + Words.harmless(agent) + " lost")
        + ": "
        + Words.harmless(reason);
  }

  String agentRefused(String address, String reason) {
    return "  "
        + style.doubtful("refused the agent at " + Words.harmless(address))
        + ": "
        + Words.harmless(reason);
  }

  String warning(String text) {
    return style.doubtful("warning:") + " " + Words.harmless(text);
  }

  String metricsAt(String url) {
    return "metrics at " + url;
  }

  String interrupted() {
    return "interrupted: stopping in good order";
  }
}
