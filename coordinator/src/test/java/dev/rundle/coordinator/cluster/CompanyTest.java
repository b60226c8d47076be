package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.coordinator.ManualTime;
import dev.rundle.coordinator.Models;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.junit.jupiter.api.Test;

class CompanyTest {
  private static final Capabilities FITS = SimulatedAgent.capabilities(2, 1_000);

  private final ManualTime time = ManualTime.atNoon();
  private final HeardCompany heard = new HeardCompany();
  private final Company company =
      new Company(
          new Admission(FITS), time.timing(), heard, TestInbox.<AgentEvent>create().getRef(), 200);
  private final Told told = new Told();

  @Test
  void anAgentIsInTheCrewOnceItsClockIsKnownWellEnough() {
    introduce(FITS);
    for (int i = 0; i < Clocks.ENOUGH - 1; i++) {
      answerPing();
    }
    assertThat(company.crew().names()).isEmpty();

    answerPing();

    assertThat(company.crew().names()).containsExactly("agent-1");
    assertThat(heard.heard).containsExactly("agent-1 at 10.0.0.7:25520 joined, 1");
  }

  @Test
  void anAgentThatDoesNotFitIsToldSoAndNeverPinged() {
    introduce(new Capabilities("9.9.9", "3.13.5", List.of("response-stream"), 2, 1_000, 60_000));
    company.round(Duty.NONE);

    String reason =
        "it is Rundle 9.9.9, the coordinator is 0.1.0: install the same version on both";
    assertThat(told.commands).containsExactly(new AgentCommand.Refuse(reason));
    assertThat(heard.heard).containsExactly("10.0.0.7:25520 refused: " + reason);
  }

  @Test
  void anAgentThatDoesNotSayWhoItIsIsRefused() {
    company.came(told);
    company.unanswered(told, "10.0.0.7:25520");

    assertThat(told.commands)
        .containsExactly(
            new AgentCommand.Refuse(
                "it did not say who it is within 10 s: perhaps it is another version"));
  }

  @Test
  void anAgentThatWasLostBeforeItSaidWhoItIsIsNotTakenIn() {
    company.came(told);
    company.lost(told, "it stopped", Duty.NONE);

    company.introduced(told, "10.0.0.7:25520", new AgentEvent.Introduced("i-1", FITS), Duty.NONE);
    company.unanswered(told, "10.0.0.7:25520");

    assertThat(told.commands).isEmpty();
    assertThat(heard.heard).isEmpty();
  }

  @Test
  void anAgentThatDoesNotAnswerPingsIsRefusedAfterTenSeconds() {
    introduce(FITS);
    time.advance(Duration.ofSeconds(10));
    company.round(Duty.NONE);

    assertThat(heard.heard)
        .containsExactly("10.0.0.7:25520 refused: it did not answer pings for 10 s");
    assertThat(told.commands).endsWith(new AgentCommand.Refuse("it did not answer pings for 10 s"));
  }

  @Test
  void answersThatWereNotAskedForAreDropped() {
    introduce(FITS);
    for (int i = 0; i < 20; i++) {
      company.hear(new AgentEvent.Pong("i-1", 1, i, time.now()), Duty.NONE);
      company.hear(new AgentEvent.Pong("i-2", 1, i, time.now()), Duty.NONE);
      company.hear(new AgentEvent.Pong("i-1", 99, i, time.now()), Duty.NONE);
    }

    assertThat(company.crew().names()).isEmpty();
  }

  @Test
  void whatIsOfAnotherRunOrOfNobodyInTheCrewReachesNoDuty() {
    join();
    company.begin(plan(), LogBook.CLOSED);
    List<AgentEvent> reached = new ArrayList<>();
    Duty duty =
        new Duty() {
          @Override
          public void heard(AgentEvent.OfRun event) {
            reached.add(event);
          }

          @Override
          public boolean isOver() {
            return false;
          }
        };
    var prepared = new AgentEvent.Prepared("r1", "agent-1", 3, "");

    company.hear(new AgentEvent.Prepared("r0", "agent-1", 3, ""), duty);
    company.hear(new AgentEvent.Prepared("r1", "agent-2", 3, ""), duty);
    company.hear(prepared, duty);
    company.lost(told, "it stopped", duty);
    company.hear(prepared, duty);

    assertThat(reached).containsExactly(prepared);
  }

  @Test
  void theRunsIdIsInThePingsFromItsPreparationOnBecauseTheyAreALicence() {
    join();
    company.round(Duty.NONE);
    assertThat(told.lastPing().runId()).isEmpty();

    company.begin(plan(), LogBook.CLOSED);
    company.round(Duty.NONE);

    assertThat(told.lastPing().runId()).isEqualTo("r1");
  }

  @Test
  void anAgentThatIsNotInTheCrewHasNoLicence() {
    join();
    company.begin(plan(), LogBook.CLOSED);
    company.leaveOut(company.crew().find("agent-1").orElseThrow(), "it was not ready");
    company.round(Duty.NONE);

    assertThat(told.lastPing().runId()).isEmpty();
  }

  @Test
  void anAnswerToAPingOfAnEarlierAdmissionIsNone() {
    introduce(FITS);
    long before = told.lastPing().sequence();
    company.lost(told, "its host is unreachable", Duty.NONE);
    introduce(FITS);

    assertThat(told.lastPing().sequence()).isGreaterThan(before);
    for (int i = 0; i < Clocks.ENOUGH; i++) {
      company.hear(new AgentEvent.Pong("i-1", before + i, 0, time.now()), Duty.NONE);
    }
    assertThat(told.commands).filteredOn(AgentCommand.Ping.class::isInstance).hasSize(2);
  }

  @Test
  void anAgentThatDidNotAnswerPingsIsAskedAgainAfterAMinute() {
    introduce(FITS);
    time.advance(Duration.ofSeconds(10));
    company.round(Duty.NONE);
    time.advance(Duration.ofSeconds(59));
    assertThat(company.toBeAskedAgain()).isEmpty();
    time.advance(Duration.ofSeconds(1));

    assertThat(company.toBeAskedAgain()).extracting(Agent::instance).containsExactly("i-1");
    assertThat(company.toBeAskedAgain()).isEmpty();
  }

  @Test
  void anAgentThatIsGoneIsNotAskedAgain() {
    introduce(FITS);
    time.advance(Duration.ofSeconds(10));
    company.round(Duty.NONE);
    company.lost(told, "its host left the cluster", Duty.NONE);
    time.advance(Duration.ofMinutes(1));

    assertThat(company.toBeAskedAgain()).isEmpty();
  }

  @Test
  void eachAgentReadiesAllItHasRoomForSoThatItCanStandInForTheOthers() {
    join();

    company.begin(plan(), LogBook.CLOSED);

    assertThat(told.commands)
        .filteredOn(AgentCommand.Prepare.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            AgentCommand.Prepare.class,
            // 1,000 open files, of which 128 are spared, for a highest rung of 5,000.
            prepare -> assertThat(prepare.pool()).isEqualTo(872));
  }

  @Test
  void theLogOfAnAgentThatIsLostOnTheBenchIsNotWaitedFor() {
    List<String> ended = new ArrayList<>();
    LogBook logs =
        new LogBook() {
          @Override
          public void begins(Crew.Hand hand, Duration ahead) {}

          @Override
          public void ends(Agent agent) {
            ended.add(agent.instance());
          }
        };
    join();
    company.begin(plan(), logs);
    company.isReady(company.crew().find("agent-1").orElseThrow());
    ended.clear();

    company.hear(new AgentEvent.Failed("r1", "agent-1", "no word for 4 s", true), Duty.NONE);
    assertThat(ended).isEmpty();
    company.lost(told, "its host left the cluster", Duty.NONE);

    assertThat(ended).containsExactly("i-1");
  }

  private void join() {
    introduce(FITS);
    for (int i = 0; i < Clocks.ENOUGH; i++) {
      answerPing();
    }
  }

  private void introduce(Capabilities capabilities) {
    company.came(told);
    company.introduced(
        told, "10.0.0.7:25520", new AgentEvent.Introduced("i-1", capabilities), Duty.NONE);
  }

  private void answerPing() {
    company.hear(new AgentEvent.Pong("i-1", told.lastPing().sequence(), 0, time.now()), Duty.NONE);
  }

  private static RunPlan plan() {
    return new RunPlan(
        "r1",
        Models.target("").forAgents(Models.kokoro()),
        5_000,
        Duration.ZERO,
        Path.of("target"));
  }

  /** Remembers what it was told. */
  private static final class Told implements Link {
    final List<AgentCommand> commands = new ArrayList<>();

    @Override
    public void tell(AgentCommand command) {
      commands.add(command);
    }

    @Override
    public boolean isLocal() {
      return false;
    }

    AgentCommand.Ping lastPing() {
      return commands.stream()
          .filter(AgentCommand.Ping.class::isInstance)
          .map(AgentCommand.Ping.class::cast)
          .reduce((earlier, later) -> later)
          .orElseThrow();
    }
  }
}
