package dev.rundle.sandbox.world;

import dev.rundle.model.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Simulated time: nothing moves until {@link #advance} is called, and then every task due runs at
 * exactly its own instant, in order of time and then of scheduling. For one thread.
 */
public final class ManualTime implements Scheduler, Ticker {
  private final Instant origin;
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(
          Comparator.comparingLong((Task task) -> task.nanos).thenComparingLong(task -> task.turn));
  private long nanos;
  private long turns;

  public ManualTime(Instant origin) {
    this.origin = origin;
  }

  /** These sources of time, as a world wants them. */
  public WorldTime worldTime() {
    return new WorldTime(clock(), this, this);
  }

  public Instant now() {
    return origin.plusNanos(nanos);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Cancellable schedule(Runnable task, Duration delay) {
    var entry = new Task(nanos + Math.max(0, delay.toNanos()), turns++, task);
    tasks.add(entry);
    return () -> tasks.remove(entry);
  }

  /** Runs everything that is due within the duration, then stands at its end. */
  public void advance(Duration duration) {
    long until = nanos + duration.toNanos();
    while (!tasks.isEmpty() && tasks.peek().nanos <= until) {
      Task task = tasks.poll();
      nanos = task.nanos;
      task.action.run();
    }
    nanos = until;
  }

  /** Sees this time; its zone is UTC. */
  public Clock clock() {
    return new ManualClock(ZoneOffset.UTC);
  }

  @Override
  public void close() {
    tasks.clear();
  }

  private static final class Task {
    private final long nanos;
    private final long turn;
    private final Runnable action;

    private Task(long nanos, long turn, Runnable action) {
      this.nanos = nanos;
      this.turn = turn;
      this.action = action;
    }
  }

  private final class ManualClock extends Clock {
    private final ZoneId zone;

    private ManualClock(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return new ManualClock(other);
    }

    @Override
    public Instant instant() {
      return now();
    }
  }
}
