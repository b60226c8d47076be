package dev.rundle.cli.metrics;

import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Whether a run goes on: it was not told to stop, and while load is held the cluster tells its
 * figures about once a second.
 */
public final class RunHealth implements RunListener {
  /** Agents are waited for so long at most before the rung is void; beyond, something hangs. */
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

  private static final Set<Phase> WITH_FIGURES =
      EnumSet.of(Phase.MEASURING, Phase.PROBING, Phase.SCALING_OUT, Phase.RECOVERING);

  private final Ticker ticker;
  private final BooleanSupplier stopping;
  private State state;

  private record State(String doing, boolean loaded, long heardNanos) {}

  /**
   * Health of a run that is about to begin.
   *
   * @param stopping whether it was told to stop
   */
  public RunHealth(Ticker ticker, BooleanSupplier stopping) {
    this.ticker = ticker;
    this.stopping = stopping;
    this.state = new State("starting", false, ticker.nanos());
  }

  @Override
  public synchronized void phase(Phase phase, String detail, Optional<Instant> end) {
    String doing = detail.isEmpty() ? phase.text() : phase.text() + ": " + detail;
    state = new State(doing, WITH_FIGURES.contains(phase), ticker.nanos());
  }

  @Override
  public synchronized void progress(RungProgress progress) {
    state = new State(state.doing(), state.loaded(), ticker.nanos());
  }

  /** Now. */
  public synchronized Health health() {
    if (stopping.getAsBoolean()) {
      return Health.failing(state.doing(), "it was told to stop");
    }
    Duration silence = Duration.ofNanos(ticker.nanos() - state.heardNanos());
    if (state.loaded() && silence.compareTo(LONGEST_SILENCE) > 0) {
      return Health.failing(
          state.doing(), "nothing was heard of the load for " + silence.toSeconds() + " s");
    }
    return Health.ok(state.doing());
  }
}
