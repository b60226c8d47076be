package dev.rundle.model.artifact;

import static dev.rundle.model.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.GeneratorLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArtifactsTest {
  @TempDir Path folder;

  @Test
  void aLadderComesBackEqual() {
    Path file = folder.resolve("deep/qmax.json");
    Artifacts.write(file, SampleArtifacts.qmax(), false);

    assertThat(Artifacts.readQmax(file)).isEqualTo(SampleArtifacts.qmax());
  }

  @Test
  void aLadderThatKnowsNothingOfAgentsLeavesThemOutAndComesBackEqual() throws IOException {
    List<QmaxArtifact.Rung> rungs =
        SampleArtifacts.qmax().rungs().stream()
            .map(rung -> with(with(rung, "startSkew", Optional.empty()), "agents", List.of()))
            .toList();
    var without = with(SampleArtifacts.qmax(), "rungs", rungs);
    Path file = folder.resolve("qmax.json");
    Artifacts.write(file, without, false);

    assertThat(Files.readString(file)).doesNotContain("start_skew", "agents");
    assertThat(Artifacts.readQmax(file)).isEqualTo(without);
  }

  @Test
  void theWorkedExamplesLadderIsStillRead() {
    QmaxArtifact example = Artifacts.readQmax(Path.of("../examples/kokoro-82m/qmax.json"));

    assertThat(example.qMax()).contains(50);
    assertThat(example.rungs()).allSatisfy(rung -> assertThat(rung.agents()).isEmpty());
  }

  @Test
  void aVoidRungMayShowSharesThatDoNotMakeItUp() {
    var rungs = SampleArtifacts.qmax().rungs();
    var one = with(rungs.get(1), "agents", rungs.get(1).agents().subList(0, 1));
    Path file = folder.resolve("qmax.json");
    var withAHole = with(SampleArtifacts.qmax(), "rungs", List.of(with(one, "verdict", "void")));
    Artifacts.write(file, withAHole, false);

    assertThat(Artifacts.readQmax(file)).isEqualTo(withAHole);
  }

  @Test
  void anAgentsFiguresAreWrittenAsTheyWereMeasured() {
    var load = new GeneratorLoad(0.25, 4_500_000, 0, 0, 0);

    assertThat(QmaxArtifact.AgentShare.of(new AgentFigures("agent-1", 7, 6.99, 12, load)))
        .isEqualTo(new QmaxArtifact.AgentShare("agent-1", 7, 6.99, OptionalDouble.of(0.25), 4.5));
    assertThat(
            QmaxArtifact.AgentShare.of(
                    new AgentFigures("agent-1", 7, 6.99, 12, GeneratorLoad.UNKNOWN))
                .cpuLoad())
        .isEmpty();
  }

  @Test
  void aScaleOutComesBackEqual() {
    Path file = folder.resolve("ttotal.json");
    Artifacts.write(file, SampleArtifacts.ttotal(), false);

    assertThat(Artifacts.readTtotal(file)).isEqualTo(SampleArtifacts.ttotal());
  }

  @Test
  void theTextIsSnakeCaseInTheRecordsOrder() {
    assertThat(ArtifactJson.write(SampleArtifacts.qmax()))
        .startsWith(
            """
            {
              "schema" : "rundle/qmax/1",
              "model" : "kokoro-82m",
              "fingerprint" : {
                "instance_type" : "ml.g5.xlarge",
                "image_digest" : "8b1b96bc4dc0",
                "environment" : {
                  "MODEL" : "kokoro"
                }
              },
              "transport" : "response-stream",
              "slo_millis" : 3000.0,
              "q_max" : 50,
            """)
        .contains(
            "\"origin\" : \"sandbox\"", "\"truncated\" : 4", "\"2026-08-04T14:42:58.733810Z\"")
        .isEqualTo(ArtifactJson.write(SampleArtifacts.qmax()));
    assertThat(ArtifactJson.write(SampleArtifacts.ttotal())).contains("\"traffic_recovered\"");
  }

  @Test
  void anExistingFileIsOnlyReplacedWhenAsked() throws IOException {
    Path file = folder.resolve("qmax.json");
    Files.writeString(file, "mine");

    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> Artifacts.write(file, SampleArtifacts.qmax(), false))
        .withMessage(file + " exists");
    assertThat(file).hasContent("mine");

    Artifacts.write(file, SampleArtifacts.qmax(), true);
    assertThat(Artifacts.readQmax(file)).isEqualTo(SampleArtifacts.qmax());
  }

  @Test
  void nothingIsLeftBesideTheFile() throws IOException {
    Artifacts.write(folder.resolve("qmax.json"), SampleArtifacts.qmax(), false);

    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("qmax.json"));
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsBadInput() throws IOException {
    Path file = folder.resolve("file");
    Files.writeString(file, "x");

    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(
            () -> Artifacts.write(file.resolve("qmax.json"), SampleArtifacts.qmax(), false));
  }

  @Test
  void missingEmptyTruncatedAndForeignFilesSaySo() throws IOException {
    assertThat(complaint(folder.resolve("none.json"))).endsWith("none.json does not exist");
    assertThat(complaint(folder)).endsWith("is a folder");
    assertThat(complaint(file(" \n"))).endsWith("is empty");
    String whole = ArtifactJson.write(SampleArtifacts.qmax());
    assertThat(complaint(file(whole.substring(0, whole.length() / 2)))).contains("is truncated");
    assertThat(complaint(file("plan: yes"))).contains("is not JSON (line 1)");
    assertThat(complaint(file("[1, 2]"))).endsWith("names no schema, not rundle/qmax/1");
    assertThat(complaint(file(whole + "{}"))).contains("is not JSON");
  }

  @Test
  void anotherKindOrVersionNamesBoth() throws IOException {
    assertThat(complaint(file(ArtifactJson.write(SampleArtifacts.ttotal()))))
        .endsWith("has schema rundle/ttotal/1, expected rundle/qmax/1");
    assertThat(complaint(file("{\"schema\": \"rundle/qmax/2\"}")))
        .endsWith("has schema rundle/qmax/2, this version reads rundle/qmax/1");
  }

  @Test
  void thePredecessorsFilesAreRecognisedAsForeign() throws IOException {
    assertThat(complaint(file("{\"q_max\": 50, \"steps\": []}")))
        .contains("a ladder in the foreign format of another tool chain (q_max, steps)");
    assertThat(complaint(file("{\"t_total_s\": 260.2}"))).contains("foreign format");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"slo_millis\" : 3000.0', '\"slo_millis\" : \"NaN\"', slo_millis",
    "'\"slo_millis\" : 3000.0', '\"slo_millis\" : -3000.0', slo_millis is -3000.0",
    "'\"slo_millis\" : 3000.0', '\"slo_millis\" : 0', slo_millis is 0.0",
    "'\"slo_millis\" : 3000.0', '\"slo_millis\" : 1e300', slo_millis is 1.0E300",
    "'\"slo_millis\" : 3000.0', '\"slo_millis\" : null', slo_millis",
    "'\"slo_millis\" : 3000.0,', '', slo_millis is missing",
    "'\"q_max\" : 50', '\"q_max\" : 50.5', q_max",
    "'\"q_max\" : 50', '\"q_max\" : \"50\"', q_max",
    "'\"q_max\" : 50', '\"qmax\" : 50', q_max is missing",
    "'\"q_max\" : 50', '\"q_max\" : 50, \"colour\": \"red\"', unknown field colour",
    "'\"q_max\" : 50', '\"q_max\" : 0', q_max is 0.0",
    "'\"attempt\" : 1', '\"attempt\" : -1', rungs[0].attempt is -1",
    "'\"origin\" : \"sandbox\"', '\"origin\" : \"elsewhere\"', provenance.origin",
    "'\"share\" : 1,', '\"share\" : -1,', rungs[0].agents[1].share is -1",
    "'\"share\" : 1,', '\"share\" : 2,', agents of rung 1: the shares sum to 2",
    "'\"share\" : 49', '\"share\" : 100001', agents of rung 50: share is 100001.0",
    "'\"share\" : 49', '\"share\" : 49.5', rungs[1].agents[0].share",
    "'\"agent\" : \"agent-2\"', '\"agent\" : \"agent-1\"', the name 'agent-1' is blank or there twice",
    "'\"agent\" : \"agent-2\"', '\"agent\" : \" \"', the name ' ' is blank",
    "'\"mean_in_flight\" : 7.0', '\"mean_in_flight\" : \"NaN\"', mean_in_flight",
    "'\"cpu_load\" : 0.25', '\"cpu_load\" : 1.25', agents of rung 1: cpu_load is 1.25",
    "'\"cpu_load\" : 0.25', '\"cpu_load\" : -0.25', cpu_load is -0.25",
    "'\"late_millis\" : 4.0', '\"late_millis\" : 1e12', agents of rung 1: late_millis is 1.0E12",
    "'\"p99_millis\" : 1.25', '\"p99_millis\" : 1e12', start_skew of rung 1: p99_millis is 1.0E12",
    "'\"p99_millis\" : 1.25', '\"p99_millis\" : 0.25', start_skew of rung 1: p50_millis is 0.5",
    "'\"p99_millis\" : 1.25', '\"p99_millis\" : \"Infinity\"', p99_millis",
    "'\"agents\" : 2', '\"agents\" : 0', start_skew of rung 1: agents is 0.0",
    "'\"agents\" : [', '\"agents\" : null, \"was\": [', rungs[0].agents",
    "'\"start_skew\" : {', '\"skew\" : {', unknown field rungs[0].skew",
    "'\"bracketed\" : true', '\"bracketed\" : true, \"bracketed\" : false', is not JSON",
  })
  void editedValuesAreRefusedByName(String from, String to, String named) throws IOException {
    String edited = ArtifactJson.write(SampleArtifacts.qmax()).replace(from, to);

    assertThat(complaint(file(edited))).contains(named);
  }

  @Test
  void anArtifactThatCouldNotBeReadAgainIsNotWritten() {
    var spoiled = with(SampleArtifacts.qmax(), "serviceMeanMillis", OptionalDouble.of(Double.NaN));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Artifacts.write(folder.resolve("qmax.json"), spoiled, false));
    assertThat(folder.resolve("qmax.json")).doesNotExist();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("qmax.json"), text);
  }

  private static String complaint(Path file) {
    BadInput complaint = catchThrowableOfType(BadInput.class, () -> Artifacts.readQmax(file));
    assertThat(complaint).as("reading " + file + " must fail").isNotNull();
    assertThat(complaint.what()).contains(file.toString());
    assertThat(complaint.next()).isNotBlank();
    return complaint.what();
  }

  @Test
  void whatIsNoFileIsNeverReplaced() throws IOException {
    Path there = Files.createDirectory(folder.resolve("there"));

    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> Artifacts.writeText(there, "{}", true))
        .withMessage(there + " is not a file");
    assertThat(there).isEmptyDirectory();
  }
}
