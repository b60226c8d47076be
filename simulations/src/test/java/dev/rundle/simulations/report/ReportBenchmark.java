package dev.rundle.simulations.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.rundle.simulations.engine.EmbeddedGatling;
import dev.rundle.simulations.ladder.GatlingLadder;
import dev.rundle.simulations.log.LogHeader;
import dev.rundle.simulations.log.LogWriter;
import dev.rundle.simulations.report.Staircase.Step;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Merges and renders the logs of a large ladder in a JVM of 2 GB and prints what that costs. Not
 * part of the build, as its name matches no pattern of tests; to run it:
 *
 * <pre>
 * mvn -pl simulations -am test -Dtest=ReportBenchmark -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 *
 * <p>{@code -Dbench.agents=50 -Dbench.requests=100000} are agents and requests of each, {@code
 * -Dbench.keep=folder} keeps the report.
 */
class ReportBenchmark {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final int[] LADDER = {
    1, 10, 50, 100, 200, 400, 800, 1_600, 2_400, 3_200, 4_000, 5_000, 4_600, 4_800
  };
  private static final long RUNG_MILLIS = 120_000;
  private static final String[] FAILURES = {
    "REJECTED: queue saturated (503 from the model container)",
    "THROTTLED: Rate exceeded",
    "TIMED_OUT: no first byte within the invocation limit",
    "CONNECTION: the stream ended before its last event"
  };

  @Test
  void millionsOfRequestsInAJvmOfTwoGigabytes(@TempDir Path folder) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-Xmx2g",
                "-XX:+UseG1GC",
                "-cp",
                classPath,
                ReportBenchmark.class.getName(),
                System.getProperty("bench.keep", folder.toString()),
                System.getProperty("bench.agents", "50"),
                System.getProperty("bench.requests", "100000"))
            .redirectErrorStream(true)
            .start();
    try (var out = child.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(System.out::println);
    }
    assertThat(child.waitFor()).isZero();
  }

  /** Arguments: a folder, agents, requests of each. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int agents = Integer.parseInt(args[1]);
    int requestsEach = Integer.parseInt(args[2]);
    List<LogSource> logs = new ArrayList<>();
    for (int agent = 0; agent < agents; agent++) {
      logs.add(write(folder, agent, requestsEach));
    }
    print("logs: %d agents, %.0f MB%n", agents, megabytes(logs));

    Path work = Files.createDirectories(folder.resolve("report"));
    Path merged = work.resolve(EmbeddedGatling.LOG_FILE);
    var ladder = new LadderLog(staircase(), rungs(agents, requestsEach), "Ladder of a benchmark");
    var rewritten = timed("merge", () -> ladder.rewrite(logs, merged));
    print(
        "rows: %,d requests, %,d groups; left out: %s; merged log %.0f MB%n",
        rewritten.carried().requests(),
        rewritten.carried().groups(),
        rewritten.leftOut(),
        Files.size(merged) / 1e6);
    timed("render", () -> EmbeddedGatling.report(work, 1_500, 3_000));
    print("resident at most: %s%n", residentAtMost());
  }

  private static <T> T timed(String what, Supplier<T> work) {
    resetPeaks();
    long cpuBefore = cpuNanos();
    long begun = System.nanoTime();
    T result = work.get();
    double seconds = (System.nanoTime() - begun) / 1e9;
    double cpuSeconds = (cpuNanos() - cpuBefore) / 1e9;
    print(
        "%s: %.1f s, %.1f s of CPU, heap at most %.0f MB%n",
        what, seconds, cpuSeconds, peakHeapBytes() / 1e6);
    return result;
  }

  private static LogSource write(Path folder, int agent, int requests) {
    var random = new Random(agent);
    long aheadMillis = random.nextInt(4_000) - 2_000;
    Instant stamped = START.plusMillis(aheadMillis);
    Path log = folder.resolve("agent-" + (agent + 1) + ".log");
    String scenario = "ladder-7f3a-agent-" + (agent + 1);
    var header =
        new LogHeader(EmbeddedGatling.version(), scenario, stamped, "", List.of(scenario), 0);
    try (LogWriter writer = LogWriter.create(log, header)) {
      for (int i = 0; i < 200; i++) {
        writer.user(scenario, true, stamped.toEpochMilli());
      }
      for (int i = 0; i < requests; i++) {
        int rung = (int) ((long) i * LADDER.length / requests);
        int ofRung = requestsOf(rung, requests);
        int inRung = i - firstOf(rung, requests);
        long sent =
            stamped.toEpochMilli()
                + rung * RUNG_MILLIS
                + 10_000
                + inRung * (RUNG_MILLIS - 10_000) / ofRung;
        boolean ok = random.nextInt(200) != 0;
        int ttfab = (int) (Math.exp(random.nextGaussian() * 0.5) * (60 + LADDER[rung] * 0.5));
        int full = ok ? ttfab * 2 + random.nextInt(2_000) : ttfab;
        String failure = ok ? "" : FAILURES[random.nextInt(FAILURES.length)];
        List<String> group = List.of(group(rung));
        writer.request(group, GatlingLadder.REQUEST, sent, sent + full, ok, failure);
        writer.group(group, sent, sent + ttfab, ttfab, ok);
      }
    }
    return new LogSource(log, Duration.ofMillis(aheadMillis), true);
  }

  private static List<RungGroup> rungs(int agents, int requestsEach) {
    List<RungGroup> rungs = new ArrayList<>();
    for (int rung = 0; rung < LADDER.length; rung++) {
      String label =
          String.format(Locale.ROOT, "%02d · N=%d · %.2f/s", rung + 1, LADDER[rung], 17.9 * rung);
      rungs.add(new RungGroup(group(rung), label, (long) agents * requestsOf(rung, requestsEach)));
    }
    return rungs;
  }

  private static Staircase staircase() {
    List<Step> steps = new ArrayList<>();
    for (int rung = 0; rung < LADDER.length; rung++) {
      steps.add(new Step(START.plusMillis(rung * RUNG_MILLIS), LADDER[rung]));
    }
    steps.add(new Step(START.plusMillis(LADDER.length * RUNG_MILLIS), 0));
    return Staircase.of(steps);
  }

  private static String group(int rung) {
    return String.format(Locale.ROOT, "rung-%02d-attempt-1", rung);
  }

  private static int requestsOf(int rung, int requests) {
    return firstOf(rung + 1, requests) - firstOf(rung, requests);
  }

  /** The first request whose rung is this. */
  private static int firstOf(int rung, int requests) {
    return (int) (((long) rung * requests + LADDER.length - 1) / LADDER.length);
  }

  private static double megabytes(List<LogSource> logs) throws IOException {
    double bytes = 0;
    for (LogSource log : logs) {
      bytes += Files.size(log.log());
    }
    return bytes / 1e6;
  }

  /** Of this process; beside the elapsed time it tells a busy machine from a slow one. */
  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void resetPeaks() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(pool -> pool.resetPeakUsage());
  }

  /** The sum of the pools' peaks, which bounds the peak of their sum. */
  private static long peakHeapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  private static String residentAtMost() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return "unknown on this system";
    }
    try (var lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> line.substring("VmHWM:".length()).strip())
          .findFirst()
          .orElse("unknown");
    }
  }

  private static void print(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format, arguments);
  }
}
