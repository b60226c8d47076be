package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.cli.CommandLineFixture.Ended;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sandbox.world.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QmaxAgainstSandboxTest {
  @TempDir Path folder;
  private SandboxFixture sandbox;

  @BeforeEach
  void start() {
    sandbox = SandboxFixture.start(2);
    sandbox.configure(folder);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void aTinyLadderLeavesArtifactReportAndTheEndpointAsItWas() throws Exception {
    Ended ended = climb("3500ms", "3s");
    assertThat(ended.err()).doesNotContain("\"error\"");
    assertThat(ended.exitCode()).isZero();
    JsonNode report = new ObjectMapper().readTree(ended.out());
    assertThat(report.path("q_max").asInt()).isEqualTo(16);
    assertThat(report.path("bracketed").asBoolean()).isFalse();
    assertThat(report.path("next").asText()).startsWith("rundle ttotal --qmax ");
    assertThat(folder.resolve(report.path("report").asText())).isRegularFile();

    QmaxArtifact artifact = Artifacts.readQmax(folder.resolve("ladder.json"));
    assertThat(artifact.provenance().origin()).isEqualTo(Provenance.Origin.SANDBOX);
    // A machine that is busy otherwise voids a rung, which is then measured again.
    assertThat(artifact.rungs())
        .filteredOn(rung -> !rung.verdict().equals("void"))
        .extracting(QmaxArtifact.Rung::concurrency)
        .containsExactly(1, 8, 16);
    assertThat(artifact.rungs())
        .allSatisfy(rung -> assertThat(rung.outcomes()).containsOnlyKeys(Outcome.OK));

    assertThat(sandbox.target().suspended()).isEqualTo(SuspendedState.NONE);
    assertThat(sandbox.currentInstances()).isEqualTo(2);
  }

  @Test
  void anExistingArtifactIsNotReplacedAndNothingIsTouched() throws Exception {
    Files.writeString(folder.resolve("ladder.json"), "precious");
    Ended ended = climb("3500ms", "3s");
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).contains("ladder.json exists", "--force");
    assertThat(folder.resolve("ladder.json")).hasContent("precious");
    assertThat(sandbox.isFrozen()).isFalse();
    assertThat(sandbox.currentInstances()).isEqualTo(2);
  }

  @Test
  void eachFaultEndsInItsOutcomeClass() {
    Map<Fault, Outcome> faults =
        Map.of(
            new Fault.ServiceUnavailable(), Outcome.REJECTED,
            new Fault.Throttled(), Outcome.THROTTLED,
            new Fault.ContainerError(500, "broken"), Outcome.MODEL_ERROR,
            new Fault.InternalFailure(), Outcome.SERVICE_ERROR,
            new Fault.ModelStreamError(1, "ModelInvocationTimeExceeded", "late"),
                Outcome.STREAM_ERROR,
            new Fault.CutAfterParts(1), Outcome.TRUNCATED);
    // A sixth of those that the rules before let pass, so that all get some and some are ok.
    faults.keySet().forEach(fault -> faults(fault, 1.0 / 6));
    climb("1300ms", "1s");
    Set<Outcome> counted = EnumSet.noneOf(Outcome.class);
    Artifacts.readQmax(folder.resolve("ladder.json"))
        .rungs()
        .forEach(rung -> counted.addAll(rung.outcomes().keySet()));
    Set<Outcome> expected = EnumSet.copyOf(faults.values());
    expected.add(Outcome.OK);
    assertThat(counted).isEqualTo(expected);
  }

  @Test
  void aCutStreamIsNeverOk() {
    Ended ended =
        climb(
            CommandLineFixture.in(folder)
                .when("\"phase\":\"measuring\"", () -> faults(new Fault.CutAfterParts(1), 1)),
            "1300ms",
            "1s");
    QmaxArtifact artifact = Artifacts.readQmax(folder.resolve("ladder.json"));
    assertThat(artifact.qMax()).isEmpty();
    assertThat(artifact.rungs())
        .isNotEmpty()
        .allSatisfy(
            rung -> {
              assertThat(rung.ok()).isZero();
              assertThat(rung.outcomes()).containsOnlyKeys(Outcome.TRUNCATED);
            });
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(sandbox.currentInstances()).isEqualTo(2);
  }

  @Test
  void anInterruptionOfTheWaitForCloudWatchKeepsTheLadderAndExits130() throws Exception {
    var interrupts = new Interrupts();
    Ended ended =
        climb(
            CommandLineFixture.in(folder)
                .when("\"phase\":\"joining-metrics\"", interrupts::request),
            interrupts,
            "1300ms",
            "1s");
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    assertThat(ended.err())
        .containsOnlyOnce("\"event\":\"error\",\"what\":\"interrupted\"")
        .doesNotContain("\tat ");
    QmaxArtifact artifact = Artifacts.readQmax(folder.resolve("ladder.json"));
    assertThat(artifact.rungs())
        .isNotEmpty()
        .allSatisfy(
            rung ->
                assertThat(rung.noConversionBecause().orElseThrow()).startsWith("no conversion: "));
    JsonNode report =
        new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .readTree(ended.out());
    assertThat(report.path("artifact").asText()).isEqualTo("ladder.json");
    assertThat(sandbox.target().suspended()).isEqualTo(SuspendedState.NONE);
    assertThat(sandbox.currentInstances()).isEqualTo(2);
  }

  @Test
  void thereIsNothingToThawOnAnEndpointThatIsNotFrozen() {
    Ended ended =
        CommandLineFixture.in(folder)
            .run("thaw", "--endpoint", "tts", "--endpoint-url", sandbox.url());
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("tts: nothing had to be done", "Next: rundle drift");
  }

  private void faults(Fault fault, double share) {
    sandbox.sandbox().world().faults().addShare(SandboxFixture.ENDPOINT, fault, share);
  }

  private Ended climb(String hold, String window) {
    return climb(CommandLineFixture.in(folder), hold, window);
  }

  private Ended climb(CommandLineFixture commandLine, String hold, String window) {
    return climb(commandLine, new Interrupts(), hold, window);
  }

  private Ended climb(
      CommandLineFixture commandLine, Interrupts interrupts, String hold, String window) {
    return commandLine.run(
        interrupts,
        "qmax",
        "--json",
        "--endpoint-url",
        sandbox.url(),
        "--region",
        "us-east-1",
        "--concurrency",
        "1,8,16",
        "--probe",
        "16",
        "--hold",
        hold,
        "--window",
        window,
        "--rest",
        "0",
        "--warm-up",
        "1s",
        "--output",
        "ladder.json");
  }
}
