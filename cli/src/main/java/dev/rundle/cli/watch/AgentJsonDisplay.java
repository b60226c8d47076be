package dev.rundle.cli.watch;

import dev.rundle.cli.output.JsonLines;
import java.util.Map;

/** What an agent does as JSON lines. Names of events and fields are stable: others read them. */
final class AgentJsonDisplay implements AgentDisplay {
  private final JsonLines lines;

  AgentJsonDisplay(JsonLines lines) {
    this.lines = lines;
  }

  record Starting(String coordinator, String work) {}

  record Coordinator(String coordinator) {}

  record WithReason(String coordinator, String reason) {}

  record Preparing(String run, String agent, String endpoint) {}

  record Run(String run) {}

  /** {@code rung} counts from 1 as in the coordinator's table; negative for a probe. */
  record Holding(String run, int rung, int share) {}

  record Stopped(String run, String reason) {}

  record Url(String url) {}

  @Override
  public void starting(String coordinator, String workFolder) {
    lines.event("starting", new Starting(coordinator, workFolder));
  }

  @Override
  public void waiting(String coordinator, String why) {
    lines.event("waiting", new WithReason(coordinator, why));
  }

  @Override
  public void joined(String coordinator) {
    lines.event("joined", new Coordinator(coordinator));
  }

  @Override
  public void refused(String coordinator, String reason) {
    lines.event("refused", new WithReason(coordinator, reason));
  }

  @Override
  public void preparing(String runId, String agent, String endpoint) {
    lines.event("preparing", new Preparing(runId, agent, endpoint));
  }

  @Override
  public void ready(String runId) {
    lines.event("ready", new Run(runId));
  }

  @Override
  public void holding(String runId, int rung, int share) {
    lines.event("holding", new Holding(runId, JsonDisplay.number(rung), share));
  }

  @Override
  public void finished(String runId) {
    lines.event("finished", new Run(runId));
  }

  @Override
  public void stopped(String runId, String reason) {
    lines.event("stopped", new Stopped(runId, reason));
  }

  @Override
  public void alone(String coordinator) {
    lines.event("alone", new Coordinator(coordinator));
  }

  @Override
  public void warning(String text) {
    lines.event("warning", new JsonLines.Text(text));
  }

  @Override
  public void metricsAt(String url) {
    lines.event("metrics", new Url(url));
  }

  @Override
  public void interrupted() {
    lines.event("interrupted", Map.of());
  }

  @Override
  public void close() {
    // Every line was written when it was due.
  }
}
