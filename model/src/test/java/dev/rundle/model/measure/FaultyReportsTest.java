package dev.rundle.model.measure;

import static dev.rundle.model.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Whatever a network, a dying agent or a restarted one does to the reports of a rung, at any moment
 * its measurement is either void or exactly what all agents sent and held. (An agent that lies
 * consistently cannot be told from one that does not, and is not among the faults.)
 */
class FaultyReportsTest {
  private static final Duration WINDOW = Duration.ofSeconds(6);

  /** What may happen to a report, or to the agent that sent it. */
  enum Fault {
    MISSING,
    DOUBLED,
    LATE,
    OF_ANOTHER_RUNG,
    OF_AN_EARLIER_RUNG_IN_ITS_PLACE,
    OF_A_STRANGER,
    AFTER_THE_LAST,
    LAST_NOT_SAID,
    IMPOSSIBLE,
    UNREADABLE,
    AGENT_LOST,
    AGENT_WITHOUT_SHARE
  }

  /** The rest is harmless: what does not belong to the rung is dropped. */
  private static final Set<Fault> HARMLESS = EnumSet.of(Fault.OF_ANOTHER_RUNG);

  @Property(tries = 500)
  void isVoidOrTrue(
      @ForAll @IntRange(min = 1, max = 5) int agents,
      @ForAll @IntRange(min = 1, max = 4) int reports,
      @ForAll @Size(max = 4) List<Fault> faults,
      @ForAll long seed) {
    var rung = new Rung(agents, reports, new Random(seed));
    faults.forEach(rung::strike);
    RungMerger merger = rung.merger();

    for (Event event : rung.events) {
      event.tell(merger);
      rung.isVoidOrTrue(merger);
    }
    boolean isTrue = rung.isVoidOrTrue(merger);
    if (HARMLESS.containsAll(faults)) {
      assertThat(isTrue).as("nothing harmful happened").isTrue();
    }
    rung.late.forEach(event -> event.tell(merger));
    rung.isVoidOrTrue(merger);
  }

  /** Something that reaches the merger. */
  private interface Event {
    void tell(RungMerger merger);
  }

  private record Told(Interval interval) implements Event {
    @Override
    public void tell(RungMerger merger) {
      merger.accept(interval);
    }
  }

  /** A rung as it truly was, and what is told of it. */
  private static final class Rung {
    private final Random random;
    private final Map<String, Integer> shares = new TreeMap<>();
    private final List<Interval> truth = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Event> late = new ArrayList<>();
    private final RungOrder order;
    private boolean lacksAShare;

    Rung(int agents, int reports, Random random) {
      this.random = random;
      for (int agent = 0; agent < agents; agent++) {
        String name = "agent-" + agent;
        shares.put(name, 1 + random.nextInt(9));
        for (int sequence = 0; sequence < reports; sequence++) {
          truth.add(report(name, sequence, reports));
        }
      }
      int n = shares.values().stream().mapToInt(Integer::intValue).sum();
      order = new RungOrder(Intervals.RUNG, n, WINDOW, WINDOW, Duration.ZERO, 1);
      truth.forEach(interval -> events.add(new Told(interval)));
      Collections.shuffle(events, random);
    }

    private Interval report(String agent, int sequence, int reports) {
      long windowNanos = WINDOW.toNanos() / reports;
      int n = 1 + random.nextInt(6);
      Interval second =
          Intervals.second(
              agent,
              sequence,
              sequence == reports - 1,
              0,
              n,
              random.nextInt(n + 1),
              1 + random.nextInt(5_000));
      return with(
          with(second, "windowNanos", windowNanos),
          "inFlightNanos",
          (double) shares.get(agent) * windowNanos);
    }

    RungMerger merger() {
      Map<String, Integer> told = new TreeMap<>(shares);
      if (lacksAShare) {
        told.put("agent-0", 0);
      }
      return new RungMerger(order, told);
    }

    void strike(Fault fault) {
      int at = random.nextInt(events.size() + 1);
      Interval some = truth.get(random.nextInt(truth.size()));
      switch (fault) {
        case MISSING -> remove();
        case DOUBLED -> add(at, some);
        case LATE -> late.add(remove());
        case OF_ANOTHER_RUNG -> add(at, with(some, "rung", Intervals.RUNG - 1));
        case OF_AN_EARLIER_RUNG_IN_ITS_PLACE -> {
          remove();
          add(at, with(some, "rung", Intervals.RUNG - 1));
        }
        case OF_A_STRANGER -> add(at, with(some, "agent", "agent-99"));
        case AFTER_THE_LAST -> add(at, with(some, "sequence", 4L + random.nextInt(3)));
        case LAST_NOT_SAID -> replace(some, with(some, "last", false));
        case IMPOSSIBLE -> replace(some, with(some, "sent", -1L));
        case UNREADABLE ->
            replace(some, with(some, "full", EncodedHistogram.of(new byte[] {1, 2, 3})));
        case AGENT_LOST -> events.add(at, merger -> merger.agentLost(some.agent(), "cut off"));
        case AGENT_WITHOUT_SHARE -> lacksAShare = true;
      }
    }

    private void add(int at, Interval interval) {
      events.add(Math.min(at, events.size()), new Told(interval));
    }

    /** Tells something else in place of a true report, wherever that was to come. */
    private void replace(Interval original, Interval other) {
      events.replaceAll(event -> event.equals(new Told(original)) ? new Told(other) : event);
    }

    private Event remove() {
      return events.isEmpty() ? merger -> {} : events.remove(random.nextInt(events.size()));
    }

    /** Whether it is not void; then it must be the truth. */
    boolean isVoidOrTrue(RungMerger merger) {
      RungMeasurement measured = merger.measurement(Instant.EPOCH);
      if (!measured.voidReasons().isEmpty()) {
        return false;
      }
      Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
      var ttfab = new LatencyHistogram();
      long sent = 0;
      long over = 0;
      for (Interval interval : truth) {
        interval.outcomes().forEach((outcome, n) -> outcomes.merge(outcome, n, Long::sum));
        ttfab.add(interval.ttfab());
        sent += interval.sent();
        over += interval.overSlo();
      }
      assertThat(merger.isComplete()).isTrue();
      assertThat(measured.sent()).isEqualTo(sent);
      assertThat(measured.overSlo()).isEqualTo(over);
      assertThat(measured.outcomes()).isEqualTo(outcomes);
      assertThat(measured.ttfab()).isEqualTo(ttfab.encode());
      assertThat(measured.meanInFlight()).isCloseTo(order.concurrency(), within(1e-6));
      assertThat(measured.windowNanos()).isEqualTo(WINDOW.toNanos());
      assertThat(measured.agents())
          .allSatisfy(
              agent -> assertThat(agent.meanInFlight()).isCloseTo(agent.share(), within(1e-6)))
          .extracting(AgentFigures::share)
          .containsExactlyElementsOf(shares.values());
      return true;
    }
  }
}
