package dev.rundle.cli.plan;

import dev.rundle.cli.config.ArtifactFile;
import dev.rundle.cli.config.Models;
import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.options.OutputFileOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.ProductVersion;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.failure.BadInput;
import dev.rundle.planner.plan.Demand;
import dev.rundle.planner.plan.PlanArtifact;
import dev.rundle.planner.plan.PlanInputs;
import dev.rundle.planner.plan.PlanText;
import dev.rundle.planner.plan.Planner;
import dev.rundle.planner.plan.Sizing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Derives a plan from two artifacts, writes it and shows it. */
public final class PlanJob {
  private static final double DEFAULT_SURGE_RATIO = 1.25;

  private final Surroundings surroundings;
  private final CommonOptions common;
  private final ModelOptions models;
  private final OutputFileOptions file;
  private final AwsOptions aws;

  /** What to plan for; what is empty is taken from the configuration or the ladder. */
  public record Wanted(
      Path qmax,
      Path ttotal,
      Optional<Double> peakRps,
      Optional<Double> troughRps,
      Optional<Double> peakStreams,
      Optional<Double> surgeRatio,
      Optional<Duration> slo,
      String sizing,
      Optional<Integer> minFloor,
      Optional<Integer> quota,
      Optional<Double> pricePerHour,
      boolean allowSandbox,
      boolean allowConfigMismatch) {}

  public PlanJob(
      Surroundings surroundings,
      CommonOptions common,
      ModelOptions models,
      OutputFileOptions file,
      AwsOptions aws) {
    this.surroundings = surroundings;
    this.common = common;
    this.models = models;
    this.file = file;
    this.aws = aws;
  }

  /** Runs and returns the exit code: a finding that says stop is a finding. */
  public int run(Wanted wanted) {
    QmaxArtifact qmax = Artifacts.readQmax(surroundings.directory().resolve(wanted.qmax()));
    TtotalArtifact ttotal = Artifacts.readTtotal(surroundings.directory().resolve(wanted.ttotal()));
    PlanArtifact plan = Planner.plan(inputs(wanted, qmax, ttotal));
    Path written = write(plan);
    Output output = new Output(surroundings, common.json());
    output.result(
        plan,
        out -> {
          out.print(PlanText.print(plan));
          out.println("artifact: " + surroundings.asTyped(written));
        },
        plan.feasible() ? Optional.of(next(written)) : Optional.empty());
    return plan.feasible() ? ExitCodes.FINE : ExitCodes.FINDING;
  }

  private PlanInputs inputs(Wanted wanted, QmaxArtifact qmax, TtotalArtifact ttotal) {
    Optional<ModelConfig> config = config(qmax);
    Duration slo =
        wanted
            .slo()
            .or(() -> config.map(ModelConfig::slo))
            .orElseGet(() -> Duration.ofNanos(Math.round(qmax.sloMillis() * 1e6)));
    double ratio =
        wanted
            .surgeRatio()
            .or(() -> config.map(ModelConfig::surgeRatio))
            .orElse(DEFAULT_SURGE_RATIO);
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        ratio,
        demand(wanted),
        wanted.minFloor().orElse(1),
        sizing(wanted.sizing()),
        wanted.allowConfigMismatch(),
        wanted.allowSandbox(),
        wanted.quota().map(OptionalInt::of).orElse(OptionalInt.empty()),
        wanted.pricePerHour().map(OptionalDouble::of).orElse(OptionalDouble.empty()),
        surroundings.clock().instant(),
        ProductVersion.current());
  }

  /** A configuration is of use but not needed; one that was named must be there. */
  private Optional<ModelConfig> config(QmaxArtifact qmax) {
    boolean there = Files.exists(surroundings.directory().resolve(models.config()));
    if (!there && models.asTyped().isEmpty()) {
      return Optional.empty();
    }
    ModelConfig model = Models.choose(models, surroundings);
    if (!model.name().equals(qmax.model())) {
      if (models.model().isEmpty()) {
        return Optional.empty(); // the only model here is another one
      }
      throw new BadInput(
          "the ladder is of model " + qmax.model() + ", not of " + model.name(),
          "its numbers say nothing about another model",
          "give --qmax and --ttotal of " + model.name());
    }
    return Optional.of(model);
  }

  private static Optional<Demand> demand(Wanted wanted) {
    if (wanted.peakRps().isPresent() && wanted.peakStreams().isPresent()) {
      throw new BadInput(
          "--peak-rps and --peak-streams were both given",
          "the fleet is sized by one of them",
          "give requests per second for short requests, streams for long sessions");
    }
    double trough = wanted.troughRps().orElse(0.0);
    if (wanted.peakStreams().isPresent()) {
      return Optional.of(Demand.streams(wanted.peakStreams().get(), trough));
    }
    if (wanted.peakRps().isEmpty() && wanted.troughRps().isPresent()) {
      throw new BadInput("--trough-rps was given without --peak-rps", "", "give both");
    }
    return wanted.peakRps().map(peak -> Demand.requestsPerSecond(peak, trough));
  }

  private static Sizing sizing(String text) {
    for (Sizing sizing : Sizing.values()) {
      if (sizing.name().toLowerCase(Locale.ROOT).equals(text)) {
        return sizing;
      }
    }
    throw new BadInput("--sizing " + text + " is unknown", "", "give measured or uncontended");
  }

  private Path write(PlanArtifact plan) {
    Path work = surroundings.directory().resolve(common.work());
    Path target = ArtifactFile.choose(file, surroundings, work, () -> "plan-" + plan.model());
    ArtifactFile.write(target, plan, file);
    return target;
  }

  private List<String> next(Path written) {
    List<String> words =
        new ArrayList<>(List.of("rundle", "validate", "--plan", surroundings.asTyped(written)));
    words.addAll(models.asTyped());
    words.addAll(aws.asTyped());
    return words;
  }
}
