package dev.rundle.coordinator;

import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.scaleout.StageTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Passes everything on and keeps the warnings, each once, for the run's outcome. */
public final class Warnings implements RunListener {
  private final RunListener next;
  private final List<String> said = new ArrayList<>();

  public Warnings(RunListener next) {
    this.next = next;
  }

  public List<String> said() {
    return List.copyOf(said);
  }

  @Override
  public void warning(String text) {
    if (!said.contains(text)) {
      said.add(text);
      next.warning(text);
    }
  }

  @Override
  public void phase(Phase phase, String detail, Optional<Instant> end) {
    next.phase(phase, detail, end);
  }

  @Override
  public void progress(RungProgress progress) {
    next.progress(progress);
  }

  @Override
  public void rungEnded(RungResult result) {
    next.rungEnded(result);
  }

  @Override
  public void stage(StageTime stage) {
    next.stage(stage);
  }

  @Override
  public void agentJoined(String agent, int have, int want) {
    next.agentJoined(agent, have, want);
  }

  @Override
  public void agentLost(String agent, String reason) {
    next.agentLost(agent, reason);
  }

  @Override
  public void agentRefused(String address, String reason) {
    next.agentRefused(address, reason);
  }
}
