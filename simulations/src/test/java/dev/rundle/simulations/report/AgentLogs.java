package dev.rundle.simulations.report;

import dev.rundle.simulations.engine.EmbeddedGatling;
import dev.rundle.simulations.ladder.GatlingLadder;
import dev.rundle.simulations.log.LogHeader;
import dev.rundle.simulations.log.LogWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * Synthetic logs of agents, like those of real ones: parked users, then a pair of rows per call.
 */
final class AgentLogs {
  private static final int POOL = 20;
  private static final int FAILS_EVERY = 50;

  private final Path folder;
  private final Instant start;
  private final String simulation;
  private String version = EmbeddedGatling.version();

  /**
   * @param start of the run, by the clock that all times are shown by
   */
  AgentLogs(Path folder, Instant start) {
    this(folder, start, "ladder-7f3a");
  }

  AgentLogs(Path folder, Instant start, String simulation) {
    this.folder = folder;
    this.start = start;
    this.simulation = simulation;
  }

  AgentLogs ofGatling(String otherVersion) {
    version = otherVersion;
    return this;
  }

  /** A rung's requests on one agent; the i-th is sent {@code firstMillis + i·everyMillis}. */
  record Share(String group, int requests, long firstMillis, long everyMillis, int fullMillis) {
    long sentMillis(int request) {
      return firstMillis + request * everyMillis;
    }
  }

  /**
   * Writes a log; every 50th request of a share fails, and TTFAB is a third of the full time.
   *
   * @param aheadMillis by how much the agent's clock is ahead; its log is stamped by it
   */
  Path write(String agent, long aheadMillis, Share... shares) {
    Path log = folder.resolve(agent + ".log");
    Instant stamped = start.plusMillis(aheadMillis);
    long origin = stamped.toEpochMilli();
    var header = new LogHeader(version, simulation + "-" + agent, stamped, "", List.of("pool"), 0);
    var random = new Random(agent.hashCode());
    try (LogWriter writer = LogWriter.create(log, header)) {
      for (int i = 0; i < POOL; i++) {
        writer.user("pool", true, origin);
      }
      for (Share share : shares) {
        List<String> group = List.of(share.group());
        for (int i = 0; i < share.requests(); i++) {
          boolean ok = i % FAILS_EVERY != FAILS_EVERY - 1;
          long sent = origin + share.sentMillis(i);
          int full = share.fullMillis() + random.nextInt(10);
          writer.request(
              group,
              GatlingLadder.REQUEST,
              sent,
              sent + full,
              ok,
              ok ? "" : "REJECTED: queue saturated");
          int ttfab = ok ? full / 3 : full;
          writer.group(group, sent, sent + ttfab, ttfab, ok);
        }
      }
      for (int i = 0; i < POOL; i++) {
        writer.user("pool", false, origin + 60_000);
      }
    }
    return log;
  }
}
