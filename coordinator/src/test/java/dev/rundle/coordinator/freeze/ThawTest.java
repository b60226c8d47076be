package dev.rundle.coordinator.freeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.coordinator.FakeEndpoint;
import dev.rundle.coordinator.ManualTime;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThawTest {
  private static final SuspendedState PARTLY = new SuspendedState(true, false, true);
  private static final String JOURNAL = "freeze-tts-prod-AllTraffic-7f3a.jsonl";

  @TempDir Path folder;

  private final ManualTime time = ManualTime.atNoon();
  private final FakeEndpoint endpoint = leftAtOneOfFour();

  @Test
  void restoresCapacityAndSuspensionsFromTheJournal() {
    FreezeJournal.create(folder, record());

    ThawReport report = thaw();

    assertThat(report.source()).isEqualTo(ThawReport.Source.JOURNAL);
    assertThat(report.actions())
        .containsExactly(
            "capacity of AllTraffic brought from 1 to 4 instance(s)",
            "suspensions of endpoint/tts-prod/variant/AllTraffic set back to what they were");
    assertRestored();
  }

  @Test
  void aSecondThawFindsNothingToDo() {
    FreezeJournal.create(folder, record());
    thaw();

    ThawReport second = thaw();

    assertThat(second.source()).isEqualTo(ThawReport.Source.NONE);
    assertThat(second.actions()).isEmpty();
    assertThat(endpoint.desired).isEqualTo(4);
    assertThat(endpoint.target.orElseThrow().suspended()).isEqualTo(PARTLY);
  }

  @Test
  void restoresFromTheTagOnAnotherHost() {
    endpoint.tags.put(FreezeTag.KEY, FreezeTag.encode(record()));

    assertThat(thaw().source()).isEqualTo(ThawReport.Source.TAGS);
    assertRestored();

    assertThat(thaw().actions()).isEmpty();
    assertRestored();
  }

  @ParameterizedTest
  @CsvSource({
    "'', it is empty",
    "'{\"format\":\"rundle/freeze/1\",\"runId\":\"7f3', its first line was cut or damaged",
    "'{\"format\":\"rundle/freeze/1\",\"runId\":\"7f3a\"}', its first line is not complete: no endpoint",
    "'{\"format\":\"rundle/freeze/9\"}', 'it has format rundle/freeze/9, this version reads rundle/freeze/1'",
    "'{\"format\":\"rundle/qmax/1\"}', it is not a freeze journal",
    "'[1,2]', it is not a freeze journal",
    "'Dear diary', it is not a freeze journal",
  })
  void aJournalThatCannotBeUsedIsExplainedAndTheTagIsUsed(String content, String reason)
      throws IOException {
    Files.writeString(folder.resolve(JOURNAL), content);
    endpoint.tags.put(FreezeTag.KEY, FreezeTag.encode(record()));

    ThawReport report = thaw();

    assertThat(report.source()).isEqualTo(ThawReport.Source.TAGS);
    assertThat(report.warnings())
        .containsExactly(
            "the freeze journal " + folder.resolve(JOURNAL) + " cannot be used: " + reason);
    assertRestored();
  }

  @Test
  void aLaterLineThatWasCutByAPowerFailureDoesNoHarm() throws IOException {
    FreezeJournal journal = FreezeJournal.create(folder, record());
    journal.note(JournalStep.SUSPENDING, time.now());
    Files.writeString(journal.file(), Files.readString(journal.file()) + "{\"step\":\"pin");

    assertThat(thaw().source()).isEqualTo(ThawReport.Source.JOURNAL);

    assertRestored();
    assertThat(new JournalFolder(folder).look(FakeEndpoint.NAME).open()).isEmpty();
  }

  @Test
  void withoutARecordItClearsSuspensionsAndLeavesTheCapacityThatItDoesNotKnow() {
    ThawReport report = thaw();

    assertThat(report.source()).isEqualTo(ThawReport.Source.NONE);
    assertThat(report.actions())
        .containsExactly("suspensions of endpoint/tts-prod/variant/AllTraffic cleared");
    assertThat(report.warnings())
        .singleElement()
        .asString()
        .contains("what capacity AllTraffic had before is unknown, it has 1 now");
    assertThat(endpoint.desired).isEqualTo(1);
    assertThat(endpoint.target.orElseThrow().suspended()).isEqualTo(SuspendedState.NONE);
  }

  @Test
  void aTagThatWasEditedIsNotBelievedAndIsRemoved() {
    endpoint.tags.put(FreezeTag.KEY, FreezeTag.encode(record()).replace("desired=4", "desired=40"));

    ThawReport report = thaw();

    assertThat(report.source()).isEqualTo(ThawReport.Source.NONE);
    assertThat(report.warnings().get(0)).contains("cut or edited");
    assertThat(endpoint.desired).isEqualTo(1);
    assertThat(endpoint.tags).isEmpty();
  }

  @Test
  void aRunThatHadRestoredBeforeItDiedIsOnlyCleared() {
    FreezeJournal.create(folder, record()).note(JournalStep.RESTORED, time.now());
    endpoint.tags.put(FreezeTag.KEY, FreezeTag.encode(record()));
    endpoint.target = Optional.of(FakeEndpoint.target(1, 10, SuspendedState.NONE));

    ThawReport report = thaw();

    assertThat(report.actions()).isEmpty();
    assertThat(endpoint.desired).isEqualTo(1);
    assertThat(endpoint.tags).isEmpty();
    assertThat(new JournalFolder(folder).look(FakeEndpoint.NAME).open()).isEmpty();
  }

  @Test
  void aJournalOfAnotherEndpointWithALikeNameIsLeftAlone() throws IOException {
    FreezeRecord of = record();
    var prior =
        new PriorState("tts-prod-2", "arn:2", "AllTraffic", 9, 9, Optional.empty(), List.of());
    FreezeJournal.create(folder, new FreezeRecord("1111", of.at(), of.host(), of.pid(), prior));

    assertThat(thaw().source()).isEqualTo(ThawReport.Source.NONE);
    assertThat(endpoint.desired).isEqualTo(1);
  }

  @Test
  void neitherWhereOnlyTheTagTellsOfIt() {
    long alive = ProcessHandle.current().parent().orElseThrow().pid();
    FreezeRecord of = record();
    endpoint.tags.put(
        FreezeTag.KEY,
        FreezeTag.encode(
            new FreezeRecord("7f3a", Instant.now(), LiveRun.thisHost(), alive, of.prior())));

    assertThatThrownBy(this::thaw)
        .isInstanceOf(Refused.class)
        .hasMessageContaining("is still at work on tts-prod (process " + alive + ")");
    assertThat(endpoint.tags).containsKey(FreezeTag.KEY);
  }

  @Test
  void aRunThatIsStillAtWorkOnThisHostIsNotPulledTheEndpointFromUnder() {
    long alive = ProcessHandle.current().parent().orElseThrow().pid();
    FreezeRecord of = record();
    FreezeJournal.create(
        folder, new FreezeRecord("7f3a", Instant.now(), LiveRun.thisHost(), alive, of.prior()));

    assertThatThrownBy(this::thaw)
        .isInstanceOf(Refused.class)
        .hasMessageContaining("run 7f3a")
        .hasMessageContaining("is still at work on tts-prod (process " + alive + ")");
    assertThat(endpoint.calls).isEmpty();
  }

  @Test
  void anotherProcessThatOnlyHasTheSameNumberDoesNotStandInTheWay() {
    long alive = ProcessHandle.current().parent().orElseThrow().pid();
    FreezeRecord of = record();
    FreezeJournal.create(
        folder,
        new FreezeRecord(
            "7f3a", Instant.parse("2001-01-01T00:00:00Z"), LiveRun.thisHost(), alive, of.prior()));

    thaw();

    assertRestored();
  }

  @Test
  void anEndpointThatDoesNotExistIsRefused() {
    assertThatThrownBy(
            () ->
                new Thaw(endpoint.ports(), time.timing(), folder, RunListener.SILENT)
                    .thaw("nowhere"))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("there is no endpoint nowhere");
  }

  private ThawReport thaw() {
    return new Thaw(endpoint.ports(), time.timing(), folder, RunListener.SILENT)
        .thaw(FakeEndpoint.NAME);
  }

  private void assertRestored() {
    assertThat(endpoint.desired).isEqualTo(4);
    assertThat(endpoint.current).isEqualTo(4);
    assertThat(endpoint.target.map(ScalableTarget::suspended)).contains(PARTLY);
    assertThat(endpoint.tags).isEmpty();
  }

  private FakeEndpoint leftAtOneOfFour() {
    return new FakeEndpoint(time, 1, Optional.of(FakeEndpoint.target(1, 10, SuspendedState.ALL)));
  }

  private FreezeRecord record() {
    return new FreezeRecord(
        "7f3a",
        time.now(),
        "build-4",
        4711,
        new PriorState(
            FakeEndpoint.NAME,
            FakeEndpoint.ARN,
            FakeEndpoint.VARIANT,
            4,
            4,
            Optional.of(FakeEndpoint.target(1, 10, PARTLY)),
            List.of("tracking")));
  }
}
