package dev.rundle.sandbox.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The world's lock and its discrete-event queue. Every entry first runs the events that are due, in
 * order of time, each at its nominal time; then its own action at the present. Callbacks collected
 * meanwhile run after the lock has been released.
 */
final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /** A wall clock that was set is followed; one that is merely being disciplined is not. */
  private static final long STEP_NANOS = Duration.ofSeconds(1).toNanos();

  private final ReentrantLock lock = new ReentrantLock();
  private final WorldTime time;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong((Event event) -> event.nanos)
              .thenComparingLong(event -> event.turn));
  private final Deque<Runnable> outbox = new ArrayDeque<>();
  private long turns;
  private long now;
  private long epochMinusTicker;
  private long wakeNanos;
  private Scheduler.Cancellable wake = () -> {};
  private boolean isWakeSet;
  private boolean isClosed;

  Engine(WorldTime time) {
    this.time = time;
    this.now = time.ticker().nanos();
    this.epochMinusTicker = epochNanos(time.clock().instant()) - now;
  }

  /** Under the lock, after everything due has happened. */
  <T> T call(Supplier<T> action) {
    List<Runnable> callbacks = List.of();
    lock.lock();
    try {
      if (lock.getHoldCount() > 1) {
        return action.get();
      }
      catchUp();
      return action.get();
    } finally {
      if (lock.getHoldCount() == 1) {
        setWake();
        callbacks = new ArrayList<>(outbox);
        outbox.clear();
      }
      lock.unlock();
      callbacks.forEach(Engine::guarded);
    }
  }

  void run(Runnable action) {
    call(
        () -> {
          action.run();
          return null;
        });
  }

  /** An event at a time of the ticker; one in the past happens next. */
  void at(long nanos, Runnable action) {
    events.add(new Event(Math.max(nanos, now), turns++, action));
  }

  void after(Duration delay, Runnable action) {
    at(now + delay.toNanos(), action);
  }

  /** Runs the callback once the lock is free. */
  void callBack(Runnable callback) {
    outbox.add(callback);
  }

  /** The present, or during an event its nominal time. */
  long nanos() {
    return now;
  }

  Instant instant() {
    return instantAt(now);
  }

  Instant instantAt(long nanos) {
    long epochNanos = epochNanosAt(nanos);
    return Instant.ofEpochSecond(
        Math.floorDiv(epochNanos, 1_000_000_000L), Math.floorMod(epochNanos, 1_000_000_000L));
  }

  long epochNanosAt(long nanos) {
    return nanos + epochMinusTicker;
  }

  long nanosAtEpoch(long epochNanos) {
    return epochNanos - epochMinusTicker;
  }

  /** Follows the wall clock if it was set. */
  void followClock() {
    long measured = epochNanos(time.clock().instant()) - time.ticker().nanos();
    if (Math.abs(measured - epochMinusTicker) > STEP_NANOS) {
      epochMinusTicker = measured;
    }
  }

  void close() {
    lock.lock();
    try {
      isClosed = true;
      events.clear();
      wake.cancel();
    } finally {
      lock.unlock();
    }
  }

  private void catchUp() {
    long present = Math.max(now, time.ticker().nanos());
    while (!events.isEmpty() && events.peek().nanos <= present) {
      Event event = events.poll();
      now = event.nanos;
      event.action.run();
    }
    now = present;
  }

  private void setWake() {
    if (isClosed || events.isEmpty()) {
      return;
    }
    long due = events.peek().nanos;
    if (isWakeSet && wakeNanos <= due) {
      return;
    }
    wake.cancel();
    wakeNanos = due;
    isWakeSet = true;
    wake =
        time.scheduler()
            .schedule(this::wakeUp, Duration.ofNanos(Math.max(0, due - time.ticker().nanos())));
  }

  private void wakeUp() {
    lock.lock();
    try {
      isWakeSet = false;
    } finally {
      lock.unlock();
    }
    run(() -> {});
  }

  private static void guarded(Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException e) {
      // One broken client must not keep the others from being served.
      LOG.error("A callback failed", e);
    }
  }

  private static long epochNanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  private static final class Event {
    private final long nanos;
    private final long turn;
    private final Runnable action;

    private Event(long nanos, long turn, Runnable action) {
      this.nanos = nanos;
      this.turn = turn;
      this.action = action;
    }
  }
}
