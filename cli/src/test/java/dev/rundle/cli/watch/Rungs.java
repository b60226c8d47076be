package dev.rundle.cli.watch;

import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.GeneratorLoad;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Rungs as a run tells them. */
public final class Rungs {
  public static final RungOrder THIRD =
      new RungOrder(
          2, 20, Duration.ofSeconds(180), Duration.ofSeconds(60), Duration.ofSeconds(30), 1);

  private Rungs() {}

  public static AgentFigures agent(
      String name, int share, double held, double cpu, int lateMillis) {
    return new AgentFigures(
        name,
        share,
        held,
        (long) (held * 10),
        new GeneratorLoad(cpu, lateMillis * 1_000_000L, 0, 2_000_000, 1.5));
  }

  /** The third rung, so many seconds after its gate moved. */
  public static RungProgress progress(
      int seconds, double held, long ended, long over, AgentFigures... agents) {
    return progress(THIRD, seconds, held, ended, over, agents);
  }

  public static RungProgress progress(
      RungOrder order, int seconds, double held, long ended, long over, AgentFigures... agents) {
    return new RungProgress(
        order,
        Duration.ofSeconds(seconds),
        order.settle().plus(order.measure()),
        held,
        ended,
        over,
        ended == 0 ? OptionalDouble.empty() : OptionalDouble.of(2_125),
        List.of(agents));
  }

  /** The third rung as it ended: passed, or void for the reasons. */
  public static RungResult ended(long sent, long over, String... voidReasons) {
    LatencyHistogram ttfab = new LatencyHistogram();
    for (int i = 0; i < sent - over; i++) {
      ttfab.recordNanos(2_000_000_000L);
    }
    var measurement =
        new RungMeasurement(
            THIRD,
            Instant.parse("2026-11-30T19:20:00Z"),
            Instant.parse("2026-11-30T19:21:00Z"),
            60_000_000_000L,
            19.98,
            sent,
            over,
            Map.of(Outcome.OK, sent - over, Outcome.REJECTED, over),
            17.9,
            17.9,
            1.1e9,
            ttfab.encode(),
            ttfab.encode(),
            LatencyHistogram.empty(),
            0,
            0,
            0,
            List.of(),
            List.of(agent("agent-1", 10, 9.99, 0.31, 3), agent("agent-2", 10, 9.99, 0.4, 4)),
            Optional.of(new StartSkew(2, 0.4, 1.2)),
            List.of(voidReasons));
    return new RungResult(
        measurement,
        voidReasons.length == 0
            ? Optional.of(new Verdict.Pass(over, sent, sent))
            : Optional.empty(),
        List.of(voidReasons));
  }
}
