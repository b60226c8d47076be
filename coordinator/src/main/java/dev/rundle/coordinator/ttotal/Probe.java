package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.cluster.ProbeListener;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The probe's reports on their way from the cluster's threads to the run's. Each agent's intervals
 * follow each other without a gap, so their times are counted on from its first one; the time of
 * arrival would add the network's jitter.
 */
final class Probe implements ProbeListener {
  private final Queue<Arrived> arrived = new ConcurrentLinkedQueue<>();
  private final Map<String, Instant> endByAgent = new HashMap<>();
  private final ProbeView view = new ProbeView();
  private volatile String brokenBecause = "";

  private record Arrived(Instant at, Interval interval) {}

  /**
   * What ended in a stretch of time.
   *
   * @param ttfab of ok attempts
   * @param failed attempts that ended otherwise
   */
  record Slice(Instant start, Instant end, EncodedHistogram ttfab, long failed) {}

  @Override
  public void interval(Instant at, Interval interval) {
    arrived.add(new Arrived(at, interval));
  }

  @Override
  public void broken(String reason) {
    brokenBecause = reason;
  }

  /**
   * What came since the last call.
   *
   * @throws RemoteFailure if the probe is not held any more
   */
  List<Slice> drain() {
    if (!brokenBecause.isEmpty()) {
      throw new RemoteFailure(
          "the probe was not held all the time: " + brokenBecause,
          "what is seen without it says nothing about recovery",
          "run again when the agents are well");
    }
    List<Slice> slices = new ArrayList<>();
    for (Arrived next = arrived.poll(); next != null; next = arrived.poll()) {
      Interval interval = next.interval();
      view.observe(interval);
      if (interval.windowNanos() > 0) {
        Instant start =
            endByAgent.getOrDefault(interval.agent(), next.at().minusNanos(interval.windowNanos()));
        Instant end = start.plusNanos(interval.windowNanos());
        endByAgent.put(interval.agent(), end);
        slices.add(
            new Slice(
                start,
                end,
                interval.ttfab(),
                interval.ended() - interval.outcomes().getOrDefault(Outcome.OK, 0L)));
      }
    }
    return slices;
  }

  /** What was drained so far, for whoever watches. */
  RungProgress progress(int concurrency, Duration elapsed) {
    return view.progress(concurrency, elapsed);
  }
}
