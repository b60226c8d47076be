package dev.rundle.coordinator.cluster.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.AgentNode;
import dev.rundle.agent.NodeConfig;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.protocol.AgentEvent.Counted;
import dev.rundle.agent.security.Security;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.RungMerger;
import dev.rundle.model.measure.RungRecorder;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What the agents' reports cost their coordinator. Not part of the build's tests: {@code mvn -pl
 * coordinator -am test -Dtest=MergeBenchmark -Dsurefire.failIfNoSpecifiedTests=false
 * -Dbenchmark=true}.
 */
@EnabledIfSystemProperty(named = "benchmark", matches = "true")
@Timeout(900)
class MergeBenchmark {
  private static final int[] SAMPLES = {20, 200, 2_000, 20_000};
  private static final int DIFFERENT_REPORTS = 100;
  private static final int REPETITIONS = 5;
  private static final long SLO_NANOS = 3_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private static ActorTestKit kit;
  private static Serialization serialization;

  @BeforeAll
  static void startSerialization() {
    kit =
        ActorTestKit.create(
            AgentNode.SYSTEM,
            NodeConfig.of(NodeSettings.coordinator("127.0.0.1", 0, Security.loopback())));
    serialization = SerializationExtension.get(kit.system().classicSystem());
  }

  @AfterAll
  static void stopSerialization() {
    kit.shutdownTestKit();
  }

  @Test
  void messageSizes() {
    Table.print(
        "An agent's report, bytes of its histograms and of the whole message as jackson-cbor",
        List.of("samples", "TTFAB", "full", "connection", "message"),
        rows(
            samples -> {
              List<Counted> reports = reports(samples);
              return List.of(
                  number(samples),
                  number(mean(reports, report -> report.ttfab().length)),
                  number(mean(reports, report -> report.full().length)),
                  number(mean(reports, report -> report.connectionWait().length)),
                  number(mean(reports, report -> bytes(report).length)));
            }));
  }

  @Test
  void mergeCost() {
    Table.print(
        "CPU time of one report at the coordinator, µs; share of one core at one report per agent"
            + " and second",
        List.of("samples", "from CBOR", "merge", "together", "200 agents", "1,000 agents"),
        rows(
            samples -> {
              List<Counted> reports = reports(samples);
              List<byte[]> wire = reports.stream().map(MergeBenchmark::bytes).toList();
              List<Interval> intervals = reports.stream().map(Counted::toInterval).toList();
              double decode = microsEach(i -> decoded(wire.get(i)));
              double merge = microsEach(mergerOf(intervals)::add);
              double both = decode + merge;
              return List.of(
                  number(samples),
                  micros(decode),
                  micros(merge),
                  micros(both),
                  percent(both * 200 / 1e6),
                  percent(both * 1_000 / 1e6));
            }));
  }

  @Test
  void memoryOfOneRung() {
    // One only: what an earlier one leaves behind would be taken off the next one's figure.
    long bytes = heapOf(1_000, 60);
    Table.print(
        "Heap that a rung in hand occupies after a minute, kB",
        List.of("agents", "heap kB"),
        List.of(List.of(number(1_000), number(bytes / 1_024.0))));
  }

  private static long heapOf(int agents, int seconds) {
    List<Interval> intervals = reports(200).stream().map(Counted::toInterval).toList();
    long before = usedBytes();
    var merger = new RungMerger(order(agents), shares(agents));
    for (int second = 0; second < seconds; second++) {
      for (int agent = 1; agent <= agents; agent++) {
        merger.accept(renamed(intervals.get(agent % intervals.size()), agent, second));
      }
    }
    long grown = usedBytes() - before;
    assertThat(merger.ended()).isPositive();
    // Without these the compiler may let go of both before the second look at the heap.
    Reference.reachabilityFence(merger);
    Reference.reachabilityFence(intervals);
    return grown;
  }

  @Test
  void costOfLookingAtARung() {
    var merger = mergerOf(reports(200).stream().map(Counted::toInterval).toList());
    for (int i = 0; i < DIFFERENT_REPORTS; i++) {
      merger.add(i);
    }
    Table.print(
        "Looking at a rung of " + DIFFERENT_REPORTS + " agents, CPU time in µs",
        List.of("look", "µs"),
        List.of(
            List.of("once a second", micros(microsEach(i -> merger.look()))),
            List.of("at its end", micros(microsEach(i -> merger.measure())))));
  }

  /** A merger that takes each agent's reports one after the other, in any number. */
  private static Merging mergerOf(List<Interval> intervals) {
    return new Merging(intervals);
  }

  private static final class Merging {
    private final List<Interval> intervals;
    private final RungMerger merger =
        new RungMerger(order(DIFFERENT_REPORTS), shares(DIFFERENT_REPORTS));
    private final long[] next = new long[DIFFERENT_REPORTS];

    Merging(List<Interval> intervals) {
      this.intervals = intervals;
    }

    void add(int agent) {
      merger.accept(renamed(intervals.get(agent), agent + 1, next[agent]++));
    }

    double look() {
      return merger.meanInFlight()
          + merger.ended()
          + merger.overSlo()
          + merger.ttfabP95Millis().orElse(0)
          + merger.agents().size();
    }

    long measure() {
      return merger.measurement(Instant.EPOCH).sent();
    }
  }

  /** Reports of as many agents, each with latencies of its own, skewed and of two humps. */
  private static List<Counted> reports(int samples) {
    List<Counted> reports = new ArrayList<>();
    for (int agent = 1; agent <= DIFFERENT_REPORTS; agent++) {
      var random = new Random(agent);
      var recorder = new RungRecorder("agent-" + agent, 0, SLO_NANOS, 0, 3_600 * SECOND);
      for (int i = 0; i < samples; i++) {
        double hump = random.nextInt(4) == 0 ? 900e6 : 180e6;
        long ttfab = (long) (hump * Math.exp(0.4 * random.nextGaussian()));
        long full = ttfab + (long) (400e6 * Math.exp(0.2 * random.nextGaussian()));
        long wait = random.nextInt(50) == 0 ? random.nextInt(40_000_000) : random.nextInt(30_000);
        long sent = Math.max(0, SECOND - 1 - full);
        recorder.onSent(sent);
        recorder.onEnded(
            new Attempt(sent, ttfab, full, wait, 96_000, 2 * SECOND, 0, Outcome.OK, ""));
      }
      reports.add(
          Counted.of(
              "20260301-100000-1a2b3c4d",
              recorder.drain(SECOND, new GeneratorHealth(0.31, 4_000_000, 2_000_000))));
    }
    return reports;
  }

  private static Interval renamed(Interval i, int agent, long sequence) {
    return new Interval(
        "agent-" + agent,
        i.rung(),
        sequence,
        false,
        i.windowNanos(),
        i.inFlightNanos(),
        i.sent(),
        i.overSlo(),
        i.outcomes(),
        i.completedInWindow(),
        i.endedInWindow(),
        i.ttfab(),
        i.full(),
        i.connectionWait(),
        i.fullNanosSum(),
        i.audioBytes(),
        i.audioNanos(),
        i.longestStallNanos(),
        i.health());
  }

  private static RungOrder order(int agents) {
    return new RungOrder(
        0, 10 * agents, Duration.ofSeconds(10), Duration.ofHours(24), Duration.ZERO, 1);
  }

  private static Map<String, Integer> shares(int agents) {
    Map<String, Integer> shares = new TreeMap<>();
    for (int agent = 1; agent <= agents; agent++) {
      shares.put("agent-" + agent, 10);
    }
    return shares;
  }

  private static byte[] bytes(Counted report) {
    return serialization.serialize(report).get();
  }

  private static Interval decoded(byte[] wire) {
    return serialization.deserialize(wire, Counted.class).get().toInterval();
  }

  /** CPU time of this thread per call, the median of several repetitions after a warm-up. */
  private static double microsEach(IntConsumer call) {
    var threads = ManagementFactory.getThreadMXBean();
    double[] micros = new double[REPETITIONS];
    for (int repetition = -REPETITIONS; repetition < REPETITIONS; repetition++) {
      long begin = threads.getCurrentThreadCpuTime();
      int calls = 0;
      long spent = 0;
      while (spent < SECOND / 10) {
        for (int i = 0; i < DIFFERENT_REPORTS; i++) {
          call.accept(i);
        }
        calls += DIFFERENT_REPORTS;
        spent = threads.getCurrentThreadCpuTime() - begin;
      }
      if (repetition >= 0) {
        micros[repetition] = spent / 1e3 / calls;
      }
    }
    Arrays.sort(micros);
    return micros[REPETITIONS / 2];
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static List<List<String>> rows(IntFunction<List<String>> row) {
    return Arrays.stream(SAMPLES).mapToObj(row).toList();
  }

  private static double mean(List<Counted> reports, ToIntFunction<Counted> figure) {
    return reports.stream().mapToInt(figure).average().orElseThrow();
  }

  private static String number(double n) {
    return Table.number(n, 0);
  }

  private static String micros(double n) {
    return Table.number(n, 1);
  }

  private static String percent(double share) {
    return Table.number(share * 100, 1) + " %";
  }
}
