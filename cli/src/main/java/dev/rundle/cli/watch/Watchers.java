package dev.rundle.cli.watch;

import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.scaleout.StageTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells several listeners the same, in their order. */
public final class Watchers implements RunListener {
  private final List<RunListener> all;

  public Watchers(List<? extends RunListener> all) {
    this.all = List.copyOf(all);
  }

  private void tell(Consumer<RunListener> what) {
    all.forEach(what);
  }

  @Override
  public void phase(Phase phase, String detail, Optional<Instant> end) {
    tell(listener -> listener.phase(phase, detail, end));
  }

  @Override
  public void progress(RungProgress progress) {
    tell(listener -> listener.progress(progress));
  }

  @Override
  public void rungEnded(RungResult result) {
    tell(listener -> listener.rungEnded(result));
  }

  @Override
  public void stage(StageTime stage) {
    tell(listener -> listener.stage(stage));
  }

  @Override
  public void agentJoined(String agent, int have, int want) {
    tell(listener -> listener.agentJoined(agent, have, want));
  }

  @Override
  public void agentLost(String agent, String reason) {
    tell(listener -> listener.agentLost(agent, reason));
  }

  @Override
  public void agentRefused(String address, String reason) {
    tell(listener -> listener.agentRefused(address, reason));
  }

  @Override
  public void warning(String text) {
    tell(listener -> listener.warning(text));
  }
}
