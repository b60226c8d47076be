package dev.rundle.cli.watch;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.Table;
import dev.rundle.cli.output.Words;
import dev.rundle.model.measure.AgentFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Each agent's part of a rung as lines; of many agents those that give most reason to look, and a
 * line that sums up the others.
 */
final class AgentRows {
  private static final int MOST_ROWS = 8;
  private static final int MOST_LOST = 3;
  private static final String INDENT = "  ";

  private final Style style;
  private final Alarms alarms;
  private final Duration window;

  /**
   * Rows of a rung.
   *
   * @param window length of its measuring window so far
   */
  AgentRows(Style style, Alarms alarms, Duration window) {
    this.style = style;
    this.alarms = alarms;
    this.window = window;
  }

  /**
   * The lines, no wider than {@code columns} and no more than {@code rows}. Who was lost is told
   * before who is well.
   */
  List<String> lines(List<AgentFigures> agents, List<RunPicture.Lost> lost, int columns, int rows) {
    List<String> lines = new ArrayList<>(lost(lost, rows));
    int left = rows - lines.size();
    if (!agents.isEmpty() && left > 0) {
      lines.addAll(left < 3 ? List.of(sum(agents)) : table(agents, left));
    }
    return lines.stream().map(line -> Words.cut(line, columns)).toList();
  }

  private List<String> lost(List<RunPicture.Lost> lost, int rows) {
    int shown = Math.min(Math.min(MOST_LOST, rows), lost.size());
    return lost.subList(lost.size() - shown, lost.size()).stream()
        .map(
            one ->
                INDENT
                    + style.bad("lost")
                    + " "
                    + Words.harmless(one.agent())
                    + ": "
                    + Words.harmless(one.reason()))
        .toList();
  }

  private List<String> table(List<AgentFigures> agents, int rows) {
    int fit = Math.min(MOST_ROWS, rows - 1);
    int shown = agents.size() <= fit ? agents.size() : Math.min(MOST_ROWS, rows - 2);
    List<AgentFigures> worst = agents.stream().sorted(worstFirst()).toList();
    List<AgentFigures> rest = worst.subList(shown, agents.size());
    List<AgentFigures> inTable = rest.isEmpty() ? agents : worst.subList(0, shown);
    Table table =
        new Table()
            .words("agent")
            .figures("share")
            .figures("held")
            .figures("cpu")
            .figures("late by")
            .words("");
    inTable.forEach(agent -> addRow(table, agent));
    List<String> lines = new ArrayList<>();
    table.lines().forEach(line -> lines.add(INDENT + line));
    if (!rest.isEmpty()) {
      lines.add(sum(rest));
    }
    return lines;
  }

  /** Alarms first, then by lateness, then by CPU, unknown CPU last; else in the given order. */
  private Comparator<AgentFigures> worstFirst() {
    return Comparator.<AgentFigures>comparingInt(agent -> -alarms.of(agent, window).size())
        .thenComparingLong(agent -> -agent.load().worstLatenessNanos())
        .thenComparingDouble(agent -> -knownCpu(agent));
  }

  private void addRow(Table table, AgentFigures agent) {
    List<String> marks = alarms.of(agent, window);
    table.row(
        Words.harmless(agent.agent()),
        Figures.count(agent.share()),
        Figures.held(agent.meanInFlight()),
        cpu(agent),
        late(agent),
        marks.isEmpty() ? "" : style.doubtful("! " + String.join(", ", marks)));
  }

  private String sum(List<AgentFigures> agents) {
    AgentFigures hottest =
        agents.stream().max(Comparator.comparingDouble(AgentRows::knownCpu)).orElseThrow();
    AgentFigures latest =
        agents.stream()
            .max(Comparator.comparingLong(agent -> agent.load().worstLatenessNanos()))
            .orElseThrow();
    long alarmed = agents.stream().filter(agent -> !alarms.of(agent, window).isEmpty()).count();
    return INDENT
        + Figures.count(agents.size())
        + (agents.size() == 1 ? " agent" : " agents")
        + ": held "
        + Figures.held(agents.stream().mapToDouble(AgentFigures::meanInFlight).sum())
        + " of "
        + Figures.count(agents.stream().mapToInt(AgentFigures::share).sum())
        + ", cpu at most "
        + cpu(hottest)
        + ", late by at most "
        + late(latest)
        + (alarmed == 0 ? "" : ", " + style.doubtful("! " + Figures.count(alarmed)));
  }

  private static String cpu(AgentFigures agent) {
    return Double.isNaN(agent.load().meanCpuLoad())
        ? "-"
        : Figures.wholePercent(agent.load().meanCpuLoad());
  }

  private static String late(AgentFigures agent) {
    return Figures.millis(agent.load().worstLatenessNanos() / 1e6);
  }

  private static double knownCpu(AgentFigures agent) {
    return Double.isNaN(agent.load().meanCpuLoad()) ? -1 : agent.load().meanCpuLoad();
  }
}
