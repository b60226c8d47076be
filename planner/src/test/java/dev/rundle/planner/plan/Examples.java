package dev.rundle.planner.plan;

import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The published example of the repository. */
public final class Examples {
  public static final Instant NOW = Instant.parse("2026-08-05T08:00:00Z");

  private Examples() {}

  public static Path folder() {
    Path here = Path.of("").toAbsolutePath();
    Path candidate = here.resolve("examples/kokoro-82m");
    return Files.isDirectory(candidate)
        ? candidate
        : here.getParent().resolve("examples/kokoro-82m");
  }

  public static QmaxArtifact qmax() {
    return Artifacts.readQmax(folder().resolve("qmax.json"));
  }

  public static TtotalArtifact ttotal() {
    return Artifacts.readTtotal(folder().resolve("ttotal.json"));
  }

  /** Peak 5,000 and trough 10 requests per second, surge ratio 1.25, SLO 3 s. */
  public static PlanInputs inputs() {
    return inputs(qmax(), ttotal());
  }

  public static PlanInputs inputs(QmaxArtifact qmax, TtotalArtifact ttotal) {
    return PlanInputs.of(
        qmax,
        ttotal,
        Duration.ofSeconds(3),
        1.25,
        Optional.of(Demand.requestsPerSecond(5_000, 10)),
        NOW,
        "test");
  }
}
