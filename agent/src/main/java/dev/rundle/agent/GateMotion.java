package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.model.time.Ticker;
import dev.rundle.simulations.ladder.LadderRun;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Moves a ladder's gate: at once, or to a rung's share from an ordered moment on. Each order
 * replaces the one before, begun or not. Thread-safe; a rung's motions are made on the timer's
 * threads.
 */
final class GateMotion {
  private final LadderRun ladder;
  private final Ticker ticker;
  private final PreciseTimer timer;
  private final Lease lease;
  private final Consumer<RuntimeException> whenBroken;
  private long latestOrder;

  /** Highest share held lately: as many connections are open. */
  private int opened;

  private int held;

  /** When the gate closed last; of no meaning while something is held. */
  private long releasedNanos;

  /**
   * @param whenBroken told if the ladder cannot be moved
   */
  GateMotion(
      LadderRun ladder,
      Ticker ticker,
      PreciseTimer timer,
      Lease lease,
      Consumer<RuntimeException> whenBroken) {
    this.ladder = ladder;
    this.ticker = ticker;
    this.timer = timer;
    this.lease = lease;
    this.whenBroken = whenBroken;
  }

  /** Holds a share from now on. */
  synchronized void now(int share, String group) {
    latestOrder++;
    hold(share, group);
  }

  /**
   * Holds a rung's share from its moment on.
   *
   * @param whenStarted told the true reading of the ticker, before the gate moves
   */
  synchronized void onTime(HoldRung rung, LongConsumer whenStarted) {
    latestOrder++;
    long order = latestOrder;
    timer.at(rung.startAtNanos(), () -> start(order, rung, whenStarted));
  }

  private synchronized void start(long order, HoldRung rung, LongConsumer whenStarted) {
    if (isOutdated(order)) {
      return;
    }
    long startedNanos = ticker.nanos();
    whenStarted.accept(startedNanos);
    step(
        order,
        new Ramp(opened(), rung.share(), startedNanos, rung.ramp().toNanos()),
        startedNanos,
        rung.group());
  }

  private synchronized void step(long order, Ramp ramp, long nowNanos, String group) {
    if (isOutdated(order)) {
      return;
    }
    int share = ramp.shareAt(nowNanos);
    try {
      hold(share, group);
    } catch (RuntimeException failure) {
      whenBroken.accept(failure);
      return;
    }
    if (share != ramp.to()) {
      timer.at(ramp.dueNanos(share), () -> step(order, ramp, ticker.nanos(), group));
    }
  }

  private boolean isOutdated(long order) {
    return order != latestOrder || lease.isOver();
  }

  /** None any more once the client may have closed them, idle as they were. */
  private int opened() {
    return held == 0 && ticker.nanos() - releasedNanos > AgentCommand.CONNECTIONS_KEPT.toNanos()
        ? 0
        : opened;
  }

  private void hold(int share, String group) {
    opened = Math.max(opened(), share);
    if (share == 0 && held > 0) {
      releasedNanos = ticker.nanos();
    }
    held = share;
    ladder.hold(share, group);
  }
}
