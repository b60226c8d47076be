package dev.rundle.model.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.verdict.Gates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Closed loops whose requests take half to one and a half times their mean, begun at any moment:
 * such a rung is never void, unless one agent's requests all hang from before the window; then it
 * always is, however small that agent's part.
 */
class HangingAgentsTest {
  private static final Duration WINDOW = Duration.ofSeconds(20);
  private static final Duration SLO = Duration.ofSeconds(3);

  @Property(tries = 300)
  void oneThatHangsVoidsAndIsNamed(
      @ForAll @IntRange(min = 2, max = 20) int agents,
      @ForAll @IntRange(min = 200, max = 12_000) int meanMillis,
      @ForAll boolean hangs,
      @ForAll long seed) {
    var random = new Random(seed);
    Map<String, Integer> shares = new TreeMap<>();
    for (int i = 0; i < agents; i++) {
      shares.put("agent-" + i, 1 + random.nextInt(20));
    }
    String hanging = hangs ? "agent-" + random.nextInt(agents) : "none";
    int n = shares.values().stream().mapToInt(Integer::intValue).sum();
    var order = new RungOrder(Intervals.RUNG, n, WINDOW, WINDOW, Duration.ZERO, 1);
    var merger = new RungMerger(order, shares);
    shares.forEach(
        (agent, share) ->
            merger.accept(
                agent.equals(hanging)
                    ? new Loop(random, 0).report(agent, share)
                    : new Loop(random, meanMillis).held(share).report(agent, share)));

    RungMeasurement measured =
        merger.measurement(Instant.EPOCH, Optional.of(new StartSkew(agents, 0, 0)));
    List<String> reasons = Gates.voidReasons(measured, SLO, List.of(1));

    if (hangs) {
      assertThat(reasons)
          .contains(
              "agent %s sent no request in the window: its %d in flight were sent before it and are"
                      .formatted(hanging, shares.get(hanging))
                  + " still unanswered");
    } else {
      assertThat(reasons).isEmpty();
    }
  }

  /** What slots do one after the other, sent and ended at once. */
  private static final class Loop {
    private final Random random;
    private final int meanMillis;
    private final LatencyHistogram full = new LatencyHistogram();
    private final LatencyHistogram ttfab = new LatencyHistogram();
    private long sent;
    private long endedInWindow;
    private double fullNanosSum;

    Loop(Random random, int meanMillis) {
      this.random = random;
      this.meanMillis = meanMillis;
    }

    Loop held(int slots) {
      for (int slot = 0; slot < slots; slot++) {
        long at = -(long) (random.nextDouble() * responseNanos()) - 5 * meanMillis * 1_000_000L;
        while (at < WINDOW.toNanos()) {
          long nanos = responseNanos();
          if (at >= 0) {
            sent++;
            fullNanosSum += nanos;
            full.recordNanos(nanos);
            ttfab.recordNanos(100_000_000);
          }
          at += nanos;
          endedInWindow += at >= 0 && at < WINDOW.toNanos() ? 1 : 0;
        }
      }
      return this;
    }

    private long responseNanos() {
      return (long) (meanMillis * 1e6 * (0.5 + random.nextDouble()));
    }

    Interval report(String agent, int share) {
      return new Interval(
          agent,
          Intervals.RUNG,
          0,
          true,
          WINDOW.toNanos(),
          (double) share * WINDOW.toNanos(),
          sent,
          0,
          Map.of(Outcome.OK, sent),
          endedInWindow,
          endedInWindow,
          ttfab.encode(),
          full.encode(),
          LatencyHistogram.empty(),
          fullNanosSum,
          0,
          0,
          0,
          GeneratorHealth.UNKNOWN);
    }
  }
}
