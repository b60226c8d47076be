package dev.rundle.coordinator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.PriorityQueue;

/** Simulated time: waiting advances it and runs what was scheduled meanwhile. */
public final class ManualTime {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Instant begin;
  private Instant now;
  private long scheduled;

  private record Event(Instant at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  public ManualTime(Instant begin) {
    this.begin = begin;
    this.now = begin;
  }

  public static ManualTime atNoon() {
    return new ManualTime(Instant.parse("2026-08-04T12:00:00Z"));
  }

  public Instant now() {
    return now;
  }

  /** Runs an action when this much time has passed. */
  public void after(Duration delay, Runnable action) {
    events.add(new Event(now.plus(delay), scheduled++, action));
  }

  public void advance(Duration duration) {
    Instant until = now.plus(duration);
    while (!events.isEmpty() && !events.peek().at().isAfter(until)) {
      Event event = events.poll();
      now = event.at();
      event.action().run();
    }
    now = until;
  }

  public Timing timing() {
    return new Timing(
        clock(),
        () -> Duration.between(begin, now).toNanos(),
        (duration, interruption) -> {
          interruption.check();
          advance(duration);
          interruption.check();
        });
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Instant instant() {
        return now;
      }
    };
  }
}
