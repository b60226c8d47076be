package dev.rundle.cli.demo;

import dev.rundle.cli.live.AwsSession;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.CommandLines;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.config.RundleConfig;
import dev.rundle.model.failure.Refused;
import dev.rundle.planner.plan.PlanArtifact;
import dev.rundle.planner.policy.Deployment;
import dev.rundle.planner.policy.PolicyDesign;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The whole chain against a sandbox in this process: deploy a guess, look, measure, plan, deploy
 * the plan, check; then the measurements are set beside what the sandbox was given.
 */
public final class Demo {
  private static final String QMAX = "rundle-work/qmax.json";
  private static final String TTOTAL = "rundle-work/ttotal.json";
  private static final String PLAN = "rundle-work/plan.json";

  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommandLines commandLines;
  private final CommonOptions common;

  public Demo(
      Surroundings surroundings,
      Interrupts interrupts,
      CommandLines commandLines,
      CommonOptions common) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.commandLines = commandLines;
    this.common = common;
  }

  /** Runs and returns the exit code: 0 only if all is right. */
  public int run() {
    Instant started = surroundings.clock().instant();
    DemoFolder folder = DemoFolder.create(surroundings);
    PrintStream out = common.json() ? surroundings.err() : surroundings.out();
    out.println("The demo works in " + folder.path() + "; it takes up to five minutes.");
    SandboxCredentials credentials = SandboxCredentials.use();
    try (credentials;
        DemoSandbox sandbox = DemoSandbox.start();
        AwsSession aws = AwsSession.open(sandbox.region(), "", sandbox.url())) {
      DemoSteps steps =
          new DemoSteps(
              surroundings, interrupts, commandLines, folder.path(), out, common.debug(), sandbox);
      DemoReport report = new Chain(folder, sandbox, aws, steps).run(started);
      Output output = new Output(surroundings, common.json());
      output.result(
          report,
          table -> report.print(table, output.style()),
          // The sandbox is gone now; what comes next is an endpoint of the user's own.
          Optional.of(List.of("rundle", "qmax", "--dry-run")));
      return report.allRight() ? ExitCodes.FINE : ExitCodes.FINDING;
    } catch (DemoSteps.Stopped stopped) {
      surroundings.err().println("the demo stopped at: " + stopped.getMessage());
      surroundings.err().println("what there is so far is in " + folder.path());
      return stopped.exitCode();
    }
  }

  /** One chain, from the guess to the report. */
  private final class Chain {
    private final DemoFolder folder;
    private final DemoSandbox sandbox;
    private final AwsSession aws;
    private final DemoSteps steps;
    private final ModelConfig guessed = DemoPlan.guessed();

    Chain(DemoFolder folder, DemoSandbox sandbox, AwsSession aws, DemoSteps steps) {
      this.folder = folder;
      this.sandbox = sandbox;
      this.aws = aws;
      this.steps = steps;
    }

    DemoReport run(Instant started) {
      deployGuess();
      steps.run("drift");
      EndpointSnapshot before = EndpointSnapshot.take(aws.ports(), guessed);
      var stagesGiven = sandbox.stagesGiven();
      int trueQMax = sandbox.trueQMax(guessed.slo());
      measure();
      List<String> notRestored = before.differences(EndpointSnapshot.take(aws.ports(), guessed));
      steps.say("restored: " + (notRestored.isEmpty() ? "yes" : "NO, " + notRestored));
      ModelConfig planned = planAndDeploy();
      steps.run("validate", "--plan", PLAN);
      steps.run("drift");

      QmaxArtifact qmax = Artifacts.readQmax(folder.path().resolve(QMAX));
      TtotalArtifact ttotal = Artifacts.readTtotal(folder.path().resolve(TTOTAL));
      List<DemoReport.Check> checks = new ArrayList<>();
      checks.add(DemoJudge.qMax(qmax, trueQMax));
      checks.addAll(DemoJudge.scaleOut(ttotal, stagesGiven));
      boolean right = notRestored.isEmpty() && checks.stream().allMatch(DemoReport.Check::right);
      return new DemoReport(
          checks,
          DemoJudge.policy(guessed, planned),
          notRestored.isEmpty(),
          notRestored,
          right,
          Duration.between(started, surroundings.clock().instant()).toMillis() / 1000.0,
          folder.path().toString(),
          kept());
    }

    private void deployGuess() {
      RundleConfig.of(List.of(guessed)).write(folder.configuration(), false);
      new Deployment(aws.ports().scaling()).deploy(PolicyDesign.of(guessed).orElseThrow());
      steps.say(
          "A sandbox is up at "
              + sandbox.url()
              + ", and a guessed policy is deployed: scale out at "
              + Figures.count(Math.round(guessed.scalingTargetValue().orElseThrow()))
              + " concurrent requests, in at "
              + Figures.count(Math.round(guessed.scaleInThreshold().orElseThrow()))
              + ".");
    }

    private void measure() {
      steps.run(
          "qmax",
          "--concurrency",
          DemoPlan.CONCURRENCIES,
          "--hold",
          DemoPlan.HOLDS,
          "--window",
          DemoPlan.WINDOWS,
          "--rest",
          "0",
          "--align",
          "--warm-up",
          "10s",
          "--output",
          QMAX);
      steps.run(
          "ttotal",
          "--qmax",
          QMAX,
          "--poll",
          DemoPlan.POLL,
          "--warm-up",
          "3s",
          "--steady",
          DemoPlan.STEADY,
          "--output",
          TTOTAL);
    }

    private ModelConfig planAndDeploy() {
      steps.run(
          "plan",
          "--qmax",
          QMAX,
          "--ttotal",
          TTOTAL,
          "--peak-rps",
          DemoPlan.PEAK_RPS,
          "--allow-sandbox",
          "--output",
          PLAN);
      PlanArtifact plan = PlanArtifact.read(folder.path().resolve(PLAN));
      ModelConfig planned = plan.applyTo(guessed);
      RundleConfig.read(folder.configuration()).with(planned).write(folder.configuration(), true);
      sandbox.boundQueue(plan.policy().queueMaxDepth());
      new Deployment(aws.ports().scaling())
          .deploy(PolicyDesign.of(plan).orElseThrow(() -> nothingToDeploy(plan)));
      steps.say("The plan's values are in rundle.yaml now, and its policy is deployed.");
      steps.awaitInService(aws, planned);
      return planned;
    }

    private Refused nothingToDeploy(PlanArtifact plan) {
      return new Refused(
          "the plan has no policy to deploy",
          PolicyDesign.findObstacle(plan).orElse(""),
          "look at the findings of the plan above");
    }

    private List<String> kept() {
      try (var files = Files.walk(folder.path(), 3)) {
        return files
            .filter(Files::isRegularFile)
            .filter(file -> file.toString().matches(".*(\\.json|\\.yaml|\\.log|/index\\.html)"))
            .map(folder.path()::relativize)
            .map(Path::toString)
            .sorted()
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
