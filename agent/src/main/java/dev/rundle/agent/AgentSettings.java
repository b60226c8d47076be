package dev.rundle.agent;

import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.model.time.Ticker;
import dev.rundle.simulations.ladder.GatlingLadder;
import dev.rundle.simulations.ladder.LadderFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What an agent works with.
 *
 * @param resultsFolder Gatling's logs go below it
 * @param invokers makes the client of a run
 * @param ladders starts the load of a run
 * @param health opens a watch over the load generator for a run
 * @param ticker the one that the client's attempts are stamped with
 * @param timer starts rungs by that ticker
 * @param clock wall clock for what is joined with other hosts
 * @param reportEvery length of an interval
 * @param capabilities what this host can do, asked whenever a coordinator asks
 */
public record AgentSettings(
    Path resultsFolder,
    InvokerFactory invokers,
    LadderFactory ladders,
    Supplier<HealthWatch> health,
    Ticker ticker,
    PreciseTimer timer,
    Clock clock,
    Duration reportEvery,
    Supplier<Capabilities> capabilities) {
  private static final Duration EVERY_SECOND = Duration.ofSeconds(1);

  public AgentSettings {
    Objects.requireNonNull(resultsFolder, "resultsFolder");
    Objects.requireNonNull(invokers, "invokers");
    Objects.requireNonNull(ladders, "ladders");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(ticker, "ticker");
    Objects.requireNonNull(timer, "timer");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(capabilities, "capabilities");
    if (reportEvery.isNegative() || reportEvery.isZero()) {
      throw new IllegalArgumentException("reportEvery is not positive: " + reportEvery);
    }
  }

  /** The AWS client, Gatling and this JVM's clocks. */
  public static AgentSettings of(Path resultsFolder) {
    return new AgentSettings(
        resultsFolder,
        new AwsInvokers(),
        GatlingLadder::start,
        JvmHealth::open,
        Ticker.system(),
        PreciseTimer.system(),
        Clock.systemUTC(),
        EVERY_SECOND,
        HostCapabilities::read);
  }

  /** The same with other clients. */
  public AgentSettings withInvokers(InvokerFactory newInvokers) {
    return new AgentSettings(
        resultsFolder,
        newInvokers,
        ladders,
        health,
        ticker,
        timer,
        clock,
        reportEvery,
        capabilities);
  }

  /** The same with other load. */
  public AgentSettings withLadders(LadderFactory newLadders) {
    return new AgentSettings(
        resultsFolder,
        invokers,
        newLadders,
        health,
        ticker,
        timer,
        clock,
        reportEvery,
        capabilities);
  }

  /** The same with other watches over the load generator. */
  public AgentSettings withHealth(Supplier<HealthWatch> newHealth) {
    return new AgentSettings(
        resultsFolder,
        invokers,
        ladders,
        newHealth,
        ticker,
        timer,
        clock,
        reportEvery,
        capabilities);
  }

  /** The same with other intervals. */
  public AgentSettings withReportEvery(Duration newReportEvery) {
    return new AgentSettings(
        resultsFolder,
        invokers,
        ladders,
        health,
        ticker,
        timer,
        clock,
        newReportEvery,
        capabilities);
  }

  /** The same with other capabilities. */
  public AgentSettings withCapabilities(Supplier<Capabilities> newCapabilities) {
    return new AgentSettings(
        resultsFolder,
        invokers,
        ladders,
        health,
        ticker,
        timer,
        clock,
        reportEvery,
        newCapabilities);
  }
}
