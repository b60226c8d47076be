package dev.rundle.model.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.measure.StartSkew;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;

/** What the values of an artifact must satisfy before anything is computed from them. */
final class ArtifactChecks {
  private static final double MOST_MILLIS = 24 * 3600 * 1e3;

  private ArtifactChecks() {}

  /** No artifact holds a number that is negative or not finite. */
  static void requireNumbers(Path file, JsonNode tree, String remedy) {
    walk(file, tree, "", remedy);
  }

  static void require(Path file, QmaxArtifact qmax) {
    requirePositive(file, "slo_millis", qmax.sloMillis(), MOST_MILLIS);
    qmax.qMax()
        .ifPresent(q -> requirePositive(file, "q_max", q, LadderSchedule.HIGHEST_CONCURRENCY));
    if (qmax.qMax().isEmpty() && qmax.withheldBecause().isEmpty()) {
      throw bad(file, "q_max is missing and no reason is given");
    }
    if (qmax.rungs().isEmpty()) {
      throw bad(file, "rungs is empty");
    }
    for (QmaxArtifact.Rung rung : qmax.rungs()) {
      requirePositive(
          file, "rungs.concurrency", rung.concurrency(), LadderSchedule.HIGHEST_CONCURRENCY);
      if (rung.overSlo() > rung.sent() || rung.ok() > rung.sent()) {
        throw bad(file, "rung " + rung.concurrency() + " counts more ends than requests");
      }
      rung.startSkew().ifPresent(skew -> require(file, rung, skew));
      requireAgents(file, rung);
    }
  }

  private static void require(Path file, QmaxArtifact.Rung rung, StartSkew skew) {
    String field = "start_skew of rung " + rung.concurrency();
    requirePositive(file, field + ": agents", skew.agents(), LadderSchedule.HIGHEST_CONCURRENCY);
    requireAtMost(file, field + ": p99_millis", skew.p99Millis(), MOST_MILLIS);
    requireAtMost(file, field + ": p50_millis", skew.p50Millis(), skew.p99Millis());
  }

  private static void requireAgents(Path file, QmaxArtifact.Rung rung) {
    String field = "agents of rung " + rung.concurrency();
    var names = new HashSet<String>();
    for (QmaxArtifact.AgentShare agent : rung.agents()) {
      if (agent.agent().isBlank() || !names.add(agent.agent())) {
        throw bad(file, field + ": the name '" + agent.agent() + "' is blank or there twice");
      }
      requireAtMost(file, field + ": share", agent.share(), LadderSchedule.HIGHEST_CONCURRENCY);
      requireAtMost(file, field + ": cpu_load", agent.cpuLoad().orElse(0), 1);
      requireAtMost(file, field + ": late_millis", agent.lateMillis(), MOST_MILLIS);
    }
    long shares = rung.agents().stream().mapToLong(QmaxArtifact.AgentShare::share).sum();
    if (!rung.agents().isEmpty() && shares != rung.concurrency() && !isVoid(rung)) {
      throw bad(file, field + ": the shares sum to " + shares);
    }
  }

  private static boolean isVoid(QmaxArtifact.Rung rung) {
    return rung.verdict().equals("void");
  }

  static void require(Path file, TtotalArtifact ttotal) {
    requirePositive(file, "t_total_seconds", ttotal.tTotalSeconds(), MOST_MILLIS / 1e3);
    double shares = ttotal.durations().stream().mapToDouble(d -> d.share()).sum();
    if (!ttotal.durations().isEmpty() && Math.abs(shares - 1) > 0.01) {
      throw bad(file, "the shares of durations sum to " + shares + " instead of 1");
    }
  }

  private static void requirePositive(Path file, String field, double value, double most) {
    if (!(value > 0 && value <= most)) {
      throw bad(file, field + " is " + value + ", expected more than 0 and at most " + most);
    }
  }

  private static void requireAtMost(Path file, String field, double value, double most) {
    if (!(value <= most)) {
      throw bad(file, field + " is " + value + ", expected at most " + most);
    }
  }

  private static void walk(Path file, JsonNode node, String path, String remedy) {
    if (node.isNumber() && !(node.doubleValue() >= 0 && Double.isFinite(node.doubleValue()))) {
      throw new BadInput(
          file + ": " + path + " is " + node.asText(),
          "it is never negative or not finite",
          remedy);
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(file, node.get(i), path + "[" + i + "]", remedy);
      }
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
      walk(file, field.getValue(), name, remedy);
    }
  }

  private static BadInput bad(Path file, String what) {
    return new BadInput(file + ": " + what, "", "measure again, or undo what was edited");
  }
}
