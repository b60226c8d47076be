package dev.rundle.coordinator.freeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.coordinator.FakeEndpoint;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.ManualTime;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Warnings;
import dev.rundle.model.control.CapacityChangeRejected;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.failure.RundleException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FreezeTest {
  private static final SuspendedState PARTLY = new SuspendedState(false, true, false);

  @TempDir Path folder;

  private final ManualTime time = ManualTime.atNoon();
  private final Interruption interruption = new Interruption();

  /** What an endpoint may be before a freeze. */
  record Prior(String name, int instances, Optional<ScalableTarget> target) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Prior> priors() {
    return Stream.of(
        new Prior(
            "a fleet of four", 4, Optional.of(FakeEndpoint.target(1, 10, SuspendedState.NONE))),
        new Prior("partly suspended", 4, Optional.of(FakeEndpoint.target(1, 10, PARTLY))),
        new Prior("no scalable target", 3, Optional.empty()),
        new Prior(
            "never below two", 2, Optional.of(FakeEndpoint.target(2, 10, SuspendedState.NONE))),
        new Prior(
            "one instance, all suspended",
            1,
            Optional.of(FakeEndpoint.target(1, 4, SuspendedState.ALL))));
  }

  @ParameterizedTest
  @MethodSource("priors")
  void isPinnedAndSuspendedMeanwhileAndAsBeforeAfterwards(Prior prior) {
    var endpoint = endpoint(prior);

    Freeze.Thawed<String> thawed =
        freeze(endpoint)
            .whileFrozen(
                "run1",
                FakeEndpoint.NAME,
                FakeEndpoint.VARIANT,
                1,
                interruption,
                pinned -> {
                  assertThat(pinned.instances()).isEqualTo(1);
                  assertThat(endpoint.current).isEqualTo(1);
                  assertThat(endpoint.desired).isEqualTo(1);
                  assertThat(endpoint.target.map(ScalableTarget::suspended))
                      .isEqualTo(prior.target().map(t -> SuspendedState.ALL));
                  assertThat(endpoint.tags).containsKey(FreezeTag.KEY);
                  return "measured";
                });

    assertThat(thawed.result()).isEqualTo("measured");
    assertThat(thawed.notRestored()).isEmpty();
    assertPriorStateIsBack(endpoint, prior);
  }

  @Test
  void restoresCapacityBeforeSuspensionsAndClearsTheRecordLast() {
    var endpoint = endpoint(fleetOfFour());

    run(endpoint, "measured");

    assertThat(endpoint.calls)
        .containsExactly(
            "addTags [rundle:freeze]",
            "setSuspended " + SuspendedState.ALL,
            "setDesired 1",
            "setDesired 4",
            "setSuspended " + SuspendedState.NONE,
            "removeTags [rundle:freeze]");
  }

  @Test
  void everyChangeIsWrittenDownBeforeItIsMade() {
    var endpoint = endpoint(fleetOfFour());
    List<String> lastLineAtCall = new ArrayList<>();
    endpoint.before = (number, call) -> lastLineAtCall.add(lastStep());

    run(endpoint, "measured");

    assertThat(lastLineAtCall)
        .containsExactly("tagging", "suspending", "pinning", "restoring", "restoring", "restored");
  }

  @ParameterizedTest
  @MethodSource("priors")
  void whicheverChangeFailsOnceThePriorStateIsBack(Prior prior) {
    int changes = changesOfAWholeRun(prior);
    assertThat(changes).isGreaterThanOrEqualTo(2);
    for (boolean afterItsEffect : List.of(false, true)) {
      for (int failing = 1; failing <= changes; failing++) {
        var endpoint = endpoint(prior);
        failAt(endpoint, failing, afterItsEffect);

        runOrFail(endpoint);

        assertPriorStateIsBack(endpoint, prior);
      }
    }
  }

  @Test
  void isRestoredWhereSuspendingWorkedAndPinningIsRefusedForGood() {
    var endpoint = endpoint(fleetOfFour());
    endpoint.before =
        (number, call) -> {
          if (call.equals("setDesired 1")) {
            throw new CapacityChangeRejected(
                CapacityChangeRejected.Reason.OTHER, "ValidationException: no", null);
          }
        };

    assertThatThrownBy(() -> run(endpoint, "measured"))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageContaining("ValidationException: no");

    assertPriorStateIsBack(endpoint, fleetOfFour());
    assertThat(endpoint.calls).doesNotContain("setDesired 4");
  }

  @Test
  void isRestoredWhenTheWorkFails() {
    var endpoint = endpoint(fleetOfFour());

    assertThatThrownBy(
            () ->
                freeze(endpoint)
                    .whileFrozen(
                        "run1",
                        FakeEndpoint.NAME,
                        FakeEndpoint.VARIANT,
                        1,
                        interruption,
                        pinned -> {
                          throw new IllegalStateException("bug");
                        }))
        .hasMessage("bug");

    assertPriorStateIsBack(endpoint, fleetOfFour());
  }

  @Test
  void anInterruptionWhilePinningRestoresAfterWaitingOutTheUpdate() {
    var endpoint = endpoint(fleetOfFour());
    time.after(Duration.ofSeconds(20), () -> interruption.request("interrupted"));

    assertThatThrownBy(() -> run(endpoint, "measured")).isInstanceOf(Interrupted.class);

    assertPriorStateIsBack(endpoint, fleetOfFour());
    assertThat(endpoint.calls).contains("setDesired 4");
  }

  @Test
  void anEndpointThatIsFrozenHereIsRefusedByName() {
    var endpoint = endpoint(fleetOfFour());

    freeze(endpoint)
        .whileFrozen(
            "7f3a",
            FakeEndpoint.NAME,
            FakeEndpoint.VARIANT,
            1,
            interruption,
            pinned -> {
              time.advance(Duration.ofMinutes(12));
              assertThatThrownBy(() -> run(endpoint, "second"))
                  .isInstanceOf(Refused.class)
                  .hasMessageContaining("tts-prod is already frozen by run 7f3a")
                  .hasMessageContaining("13 min ago")
                  .extracting(e -> ((RundleException) e).next())
                  .asString()
                  .contains("rundle thaw --endpoint tts-prod");
              return "first";
            });

    assertPriorStateIsBack(endpoint, fleetOfFour());
  }

  @Test
  void anEndpointThatIsFrozenFromAnotherHostIsRefusedByItsTag(@TempDir Path elsewhere) {
    var endpoint = endpoint(fleetOfFour());

    freeze(endpoint)
        .whileFrozen(
            "7f3a",
            FakeEndpoint.NAME,
            FakeEndpoint.VARIANT,
            1,
            interruption,
            pinned -> {
              var other =
                  new Freeze(endpoint.ports(), time.timing(), elsewhere, RunListener.SILENT);
              assertThatThrownBy(() -> run(other, "second"))
                  .isInstanceOf(Refused.class)
                  .hasMessageContaining("frozen by run 7f3a");
              assertThat(elsewhere).isEmptyDirectory();
              return "first";
            });
  }

  @Test
  void aResultSurvivesARestoreThatFailsAndThawRepairsLater() {
    var endpoint = endpoint(fleetOfFour());
    endpoint.before =
        (number, call) -> {
          if (call.equals("setDesired 4")) {
            throw new CapacityChangeRejected(
                CapacityChangeRejected.Reason.QUOTA, "ResourceLimitExceeded", null);
          }
        };

    Freeze.Thawed<String> thawed = run(endpoint, "measured");

    assertThat(thawed.result()).isEqualTo("measured");
    assertThat(thawed.notRestored())
        .hasValueSatisfying(
            failure -> {
              assertThat(failure.what()).contains("not restored", "ResourceLimitExceeded");
              assertThat(failure.why()).contains("4 instance(s)");
              assertThat(failure.next()).contains("rundle thaw --endpoint tts-prod");
            });
    assertThat(endpoint.target.orElseThrow().suspended()).isEqualTo(SuspendedState.NONE);

    endpoint.before = (number, call) -> {};
    new Thaw(endpoint.ports(), time.timing(), folder, RunListener.SILENT).thaw(FakeEndpoint.NAME);
    assertPriorStateIsBack(endpoint, fleetOfFour());
  }

  @Test
  void anEndpointThatWasDeletedMeanwhileIsNotInsistedOn() {
    var endpoint = endpoint(fleetOfFour());
    Instant before = time.now();

    Freeze.Thawed<String> thawed =
        freeze(endpoint)
            .whileFrozen(
                "run1",
                FakeEndpoint.NAME,
                FakeEndpoint.VARIANT,
                1,
                interruption,
                pinned -> {
                  endpoint.status = "Deleting";
                  return "measured";
                });

    assertThat(thawed.notRestored().orElseThrow().what()).contains("tts-prod is Deleting");
    assertThat(Duration.between(before, time.now())).isLessThan(Duration.ofMinutes(5));
  }

  @Test
  void whatSomebodyElseChangedMeanwhileIsSaidAndLeft() {
    var endpoint = endpoint(fleetOfFour());
    var warnings = new Warnings(RunListener.SILENT);

    new Freeze(endpoint.ports(), time.timing(), folder, warnings)
        .whileFrozen(
            "run1",
            FakeEndpoint.NAME,
            FakeEndpoint.VARIANT,
            1,
            interruption,
            pinned -> {
              endpoint.target = Optional.of(FakeEndpoint.target(2, 6, SuspendedState.ALL));
              return "measured";
            });

    assertThat(endpoint.target).contains(FakeEndpoint.target(2, 6, SuspendedState.NONE));
    assertThat(warnings.said())
        .containsExactly(
            "the bounds of endpoint/tts-prod/variant/AllTraffic were changed during the run, from"
                + " 1..10 to 2..6; they are left so");
  }

  @ParameterizedTest
  @MethodSource("priors")
  void killedAtWhicheverChangeItIsThawedFromTheJournalAndFromTheTagAlone(Prior prior) {
    int changes = changesOfAWholeRun(prior);
    for (boolean afterItsEffect : List.of(false, true)) {
      for (int killedAt = 1; killedAt <= changes; killedAt++) {
        for (boolean fromTagAlone : List.of(false, true)) {
          var endpoint = endpoint(prior);
          Path copy = killAt(endpoint, killedAt, afterItsEffect);
          Path found = fromTagAlone ? fresh() : copy;
          boolean nothingWasTagged = fromTagAlone && !endpoint.tags.containsKey(FreezeTag.KEY);

          ThawReport report =
              new Thaw(endpoint.ports(), time.timing(), found, RunListener.SILENT)
                  .thaw(FakeEndpoint.NAME);

          if (nothingWasTagged) {
            // Killed before the first change or after the last one.
            assertThat(report.source()).isEqualTo(ThawReport.Source.NONE);
            assertThat(endpoint.desired).isEqualTo(prior.instances());
          } else {
            assertThat(report.source())
                .isEqualTo(fromTagAlone ? ThawReport.Source.TAGS : ThawReport.Source.JOURNAL);
            assertStateIsBack(endpoint, prior);
          }
        }
      }
    }
  }

  /** The state of the work folder at the kill, which no later write can change. */
  private Path killAt(FakeEndpoint endpoint, int number, boolean afterItsEffect) {
    Path original = fresh();
    Path copy = fresh();
    boolean[] dead = {false};
    FakeEndpoint.CallHook kill =
        (at, call) -> {
          if (dead[0]) {
            throw new Killed();
          }
          if (at == number) {
            dead[0] = true;
            copyAll(original, copy);
            throw new Killed();
          }
        };
    FakeEndpoint.CallHook stayDead =
        (at, call) -> {
          if (dead[0]) {
            throw new Killed();
          }
        };
    endpoint.before = afterItsEffect ? stayDead : kill;
    endpoint.after = afterItsEffect ? kill : stayDead;
    var freeze = new Freeze(endpoint.ports(), time.timing(), original, RunListener.SILENT);
    assertThatThrownBy(() -> run(freeze, "measured")).isInstanceOf(Killed.class);
    endpoint.before = (at, call) -> {};
    endpoint.after = (at, call) -> {};
    return copy;
  }

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private int changesOfAWholeRun(Prior prior) {
    var endpoint = endpoint(prior);
    run(new Freeze(endpoint.ports(), time.timing(), fresh(), RunListener.SILENT), "measured");
    return endpoint.calls.size();
  }

  private static void failAt(FakeEndpoint endpoint, int number, boolean afterItsEffect) {
    FakeEndpoint.CallHook fail =
        (at, call) -> {
          if (at == number) {
            throw new RemoteFailure("connection reset", "", "");
          }
        };
    if (afterItsEffect) {
      endpoint.after = fail;
    } else {
      endpoint.before = fail;
    }
  }

  private void runOrFail(FakeEndpoint endpoint) {
    try {
      assertThat(run(endpoint, "measured").notRestored()).isEmpty();
    } catch (RemoteFailure e) {
      assertThat(e.what()).isEqualTo("connection reset");
    }
  }

  private Prior fleetOfFour() {
    return priors().findFirst().orElseThrow();
  }

  private FakeEndpoint endpoint(Prior prior) {
    return new FakeEndpoint(time, prior.instances(), prior.target());
  }

  private Freeze freeze(FakeEndpoint endpoint) {
    return new Freeze(endpoint.ports(), time.timing(), folder, RunListener.SILENT);
  }

  private Freeze.Thawed<String> run(FakeEndpoint endpoint, String result) {
    return run(freeze(endpoint), result);
  }

  private int runs;

  private Freeze.Thawed<String> run(Freeze freeze, String result) {
    return freeze.whileFrozen(
        "run" + runs++, FakeEndpoint.NAME, FakeEndpoint.VARIANT, 1, interruption, pinned -> result);
  }

  private void assertPriorStateIsBack(FakeEndpoint endpoint, Prior prior) {
    assertStateIsBack(endpoint, prior);
    assertThat(new JournalFolder(folder).look(FakeEndpoint.NAME).open()).isEmpty();
  }

  private static void assertStateIsBack(FakeEndpoint endpoint, Prior prior) {
    assertThat(endpoint.status).isEqualTo("InService");
    assertThat(endpoint.desired).isEqualTo(prior.instances());
    assertThat(endpoint.current).isEqualTo(prior.instances());
    assertThat(endpoint.target).isEqualTo(prior.target());
    assertThat(endpoint.tags).isEmpty();
  }

  private String lastStep() {
    try (Stream<Path> files = Files.list(folder)) {
      List<String> lines = Files.readAllLines(files.findFirst().orElseThrow());
      return FreezeRecordJson.decodeStep(lines.get(lines.size() - 1)).orElseThrow().id();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path fresh() {
    try {
      return Files.createTempDirectory(folder, "work");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copyAll(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
