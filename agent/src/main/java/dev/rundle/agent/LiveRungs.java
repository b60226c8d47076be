package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.RungRecorder;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.time.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The rungs that are being counted. A rung goes on being counted after its window until what was
 * sent in it has ended, so two rungs may be live at a time; each recorder sees every attempt and
 * takes what is its own. Thread-safe.
 */
final class LiveRungs {
  private final String agent;
  private final long sloNanos;
  private final Ticker ticker;
  private final List<LiveRung> live = new CopyOnWriteArrayList<>();

  /** Ordered and not begun; null if there is none. */
  private HoldRung awaited;

  private boolean awaitedIsClosed;

  LiveRungs(String agent, long sloNanos, Ticker ticker) {
    this.agent = agent;
    this.sloNanos = sloNanos;
    this.ticker = ticker;
  }

  /** A rung will begin, instead of one that was awaited before. */
  synchronized void await(HoldRung rung) {
    awaited = rung;
    awaitedIsClosed = false;
  }

  /**
   * A rung has begun: all others close. One that was closed before it began opens its window for no
   * time, so that its one report comes like those of the other agents.
   *
   * @return ticker reading at which its window opens
   */
  synchronized long begin(HoldRung rung, long startedNanos) {
    live.forEach(this::close);
    long opensAt = startedNanos + rung.ramp().plus(rung.settle()).toNanos();
    long closesAt = opensAt + rung.measure().toNanos();
    var begun =
        new LiveRung(
            rung.rung(),
            opensAt,
            new AtomicBoolean(),
            new RungRecorder(agent, rung.rung(), sloNanos, opensAt, closesAt));
    if (awaitedIsClosed) {
      close(begun);
    }
    awaited = null;
    live.add(begun);
    return opensAt;
  }

  /** Closes a rung's window now. */
  synchronized void close(int rung) {
    awaitedIsClosed |= awaited != null && awaited.rung() == rung;
    live.stream().filter(counted -> counted.rung == rung).forEach(this::close);
  }

  /** Closes all windows; nothing is awaited any more. */
  synchronized void closeAll() {
    awaited = null;
    live.forEach(this::close);
  }

  private void close(LiveRung rung) {
    rung.recorder.closeWindow(ticker.nanos());
  }

  /**
   * The coordinator hears that a rung's window is open: its intervals may follow.
   *
   * @return by how much that is late, ns
   */
  long announce(int rung) {
    long now = ticker.nanos();
    long late = 0;
    for (LiveRung counted : live) {
      if (counted.rung == rung && counted.isDue(now)) {
        counted.announced.set(true);
        late = now - counted.opensAtNanos;
      }
    }
    return late;
  }

  /**
   * What every announced rung has counted since the last call; rungs that are over leave. Nothing
   * if a window has opened that is not announced yet, so that its own first interval gets the
   * generator's health.
   */
  List<Interval> drain(Supplier<GeneratorHealth> health) {
    long now = ticker.nanos();
    List<LiveRung> reported = live.stream().filter(rung -> rung.announced.get()).toList();
    if (reported.isEmpty()
        || live.stream().anyMatch(rung -> rung.isDue(now) && !rung.announced.get())) {
      return List.of();
    }
    List<Interval> intervals = new ArrayList<>();
    GeneratorHealth sample = health.get();
    for (LiveRung rung : reported) {
      Interval interval = rung.recorder.drain(ticker.nanos(), sample);
      intervals.add(interval);
      if (interval.last()) {
        live.remove(rung);
      }
    }
    return intervals;
  }

  int count() {
    return live.size();
  }

  /** False before the rung has begun, and once its last interval was drained. */
  boolean isLive(int rung) {
    return live.stream().anyMatch(counted -> counted.rung == rung);
  }

  /** True if a rung counts the attempt. */
  boolean onSent(long sentNanos) {
    boolean counts = false;
    for (LiveRung rung : live) {
      counts |= rung.recorder.onSent(sentNanos);
    }
    return counts;
  }

  void onEnded(Attempt attempt) {
    for (LiveRung rung : live) {
      rung.recorder.onEnded(attempt);
    }
  }

  private record LiveRung(
      int rung, long opensAtNanos, AtomicBoolean announced, RungRecorder recorder) {
    boolean isDue(long nowNanos) {
      return nowNanos - opensAtNanos >= 0;
    }
  }
}
