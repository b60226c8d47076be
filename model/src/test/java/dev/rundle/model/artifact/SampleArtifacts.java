package dev.rundle.model.artifact;

import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Small artifacts with every kind of field set. */
public final class SampleArtifacts {
  public static final Instant AT = Instant.parse("2026-08-04T14:42:58.733810Z");
  private static final Fingerprint FINGERPRINT =
      Fingerprint.of("ml.g5.xlarge", "8b1b96bc4dc0", Map.of("MODEL", "kokoro"));
  private static final Provenance PROVENANCE =
      new Provenance(
          Provenance.Origin.SANDBOX, "7f3a", AT, "speech", "AllTraffic", "us-east-1", "0.1.0", "");

  private SampleArtifacts() {}

  public static QmaxArtifact qmax() {
    return new QmaxArtifact(
        QmaxArtifact.SCHEMA,
        "kokoro-82m",
        FINGERPRINT,
        "response-stream",
        3_000,
        Optional.of(50),
        true,
        false,
        Optional.empty(),
        true,
        true,
        OptionalDouble.of(61.3),
        OptionalDouble.of(66.1),
        OptionalDouble.of(65.4),
        25.2,
        1,
        List.of(50),
        List.of(rung(1, 0.25), rung(50, 1)),
        PROVENANCE);
  }

  public static TtotalArtifact ttotal() {
    return new TtotalArtifact(
        TtotalArtifact.SCHEMA,
        "kokoro-82m",
        FINGERPRINT,
        "response-stream",
        100,
        false,
        60,
        1,
        2,
        10,
        568,
        357,
        OptionalDouble.of(290),
        60,
        Optional.of("i-0d1970b845748a200"),
        List.of(
            new StageTime(Stage.DESIRED_SET, AT, false, "call"),
            new StageTime(Stage.TRAFFIC_RECOVERED, AT.plusSeconds(100), true, "probe")),
        List.of(Stage.READY),
        List.of(
            new TtotalArtifact.StageDuration(
                Stage.DESIRED_SET, Stage.TRAFFIC_RECOVERED, 100, true, 1)),
        List.of("a note"),
        "7f3a",
        PROVENANCE);
  }

  private static QmaxArtifact.Rung rung(int concurrency, double ratio) {
    var histogram = new LatencyHistogram();
    histogram.recordNanos(concurrency * 56_000_000L);
    return new QmaxArtifact.Rung(
        concurrency,
        1,
        AT,
        AT.plusSeconds(60),
        60,
        1_074,
        1_070,
        4,
        1_074,
        Map.of(Outcome.OK, 1_070L, Outcome.TRUNCATED, 4L),
        "pass",
        List.of(),
        concurrency,
        17.9,
        17.9,
        1,
        2,
        3,
        4,
        5,
        0,
        20,
        0,
        List.of(1),
        Optional.of(new StartSkew(2, 0.5, 1.25)),
        List.of(
            new QmaxArtifact.AgentShare("agent-1", concurrency - 1, 7, OptionalDouble.of(0.25), 4),
            new QmaxArtifact.AgentShare("agent-2", 1, 1, OptionalDouble.empty(), 0)),
        Optional.of(histogram.encode()),
        Optional.empty(),
        Optional.of(
            new QmaxArtifact.CloudWatch(
                5,
                concurrency,
                concurrency,
                OptionalDouble.of(ratio),
                OptionalDouble.of(ratio),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                false)),
        Optional.empty());
  }
}
