package dev.rundle.cli.watch;

import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.GeneratorLoad;
import dev.rundle.model.verdict.GeneratorGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What of an agent's load generator nears the limit at which its rung becomes void: seven eighths
 * of the CPU, half of the lateness or of the wait for a connection. Nothing nears anything before
 * the window.
 */
final class Alarms {
  private final double cpu;
  private final Duration slo;
  private final double waitMillis;

  Alarms(Duration slo) {
    this.slo = slo;
    cpu = GeneratorGate.MOST_CPU * 7 / 8;
    waitMillis = GeneratorGate.MOST_WAIT_OF_SLO * slo.toNanos() / 1e6 / 2;
  }

  /**
   * {@code cpu}, {@code late}, {@code connections}; empty if all is well or unknown, or if the
   * agent holds no part of the rung.
   *
   * @param window length of the measuring window so far
   */
  List<String> of(AgentFigures figures, Duration window) {
    GeneratorLoad load = figures.load();
    List<String> alarms = new ArrayList<>();
    if (figures.share() == 0 || window.isZero() || window.isNegative()) {
      return alarms;
    }
    if (load.meanCpuLoad() >= cpu) {
      alarms.add("cpu");
    }
    if (GeneratorGate.isNearlyLate(load, slo, window)) {
      alarms.add("late");
    }
    if (load.connectionWaitP95Millis() >= waitMillis) {
      alarms.add("connections");
    }
    return alarms;
  }
}
