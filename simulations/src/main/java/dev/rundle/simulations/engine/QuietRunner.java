package dev.rundle.simulations.engine;

import io.gatling.app.Runner;
import io.gatling.app.Selection;
import io.gatling.app.SimulationClass;
import io.gatling.commons.util.Clock;
import io.gatling.commons.util.DefaultClock;
import io.gatling.core.CoreComponents;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.controller.inject.PopulationFlows;
import io.gatling.core.scenario.Population;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.DataWritersStatsEngine;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.stats.writer.DataWriterMessage;
import io.gatling.core.stats.writer.RunMessage;
import io.gatling.javaapi.core.Simulation;
import io.netty.channel.EventLoopGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import scala.Tuple4;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gatling's runner with a simulation that we construct, a log that is flushed, and without the look
 * for newer versions.
 */
final class QuietRunner extends Runner {
  private final ActorSystem actors;
  private final Clock clock;
  private final String name;
  private final Path resultsFolder;
  private Supplier<? extends Simulation> simulation;
  private Consumer<String> whenRunIdIsKnown = runId -> {};

  QuietRunner(
      ActorSystem actors,
      EventLoopGroup eventLoops,
      GatlingArgs args,
      GatlingConfiguration configuration,
      String name,
      Path resultsFolder) {
    this(actors, eventLoops, new DefaultClock(), args, configuration, name, resultsFolder);
  }

  private QuietRunner(
      ActorSystem actors,
      EventLoopGroup eventLoops,
      Clock clock,
      GatlingArgs args,
      GatlingConfiguration configuration,
      String name,
      Path resultsFolder) {
    super(actors, eventLoops, clock, args, configuration);
    this.actors = actors;
    this.clock = clock;
    this.name = name;
    this.resultsFolder = resultsFolder;
  }

  void use(Supplier<? extends Simulation> newSimulation, Consumer<String> tellRunId) {
    simulation = newSimulation;
    whenRunIdIsKnown = tellRunId;
  }

  @Override
  public StatsEngine newStatsEngine(SimulationParams params, RunMessage run) {
    ActorRef<DataWriterMessage> writer =
        actors.actorOf(FlushingLogWriter.create(name, params, run, resultsFolder));
    return new DataWritersStatsEngine(
        CollectionConverters.asScala(List.of(writer)).toList(), actors, clock);
  }

  @Override
  public void displayVersionWarning() {
    // It would ask a server on the internet; only the system under test may be contacted.
  }

  @Override
  public Tuple4<SimulationParams, RunMessage, CoreComponents, PopulationFlows<String, Population>>
      load(Selection ignored) {
    var loaded = super.load(new Selection(new Constructed(simulation), name, name));
    whenRunIdIsKnown.accept(loaded._2().runId());
    return loaded;
  }

  /** A simulation instance that was constructed with arguments. */
  private static final class Constructed extends SimulationClass {
    private static final long serialVersionUID = 1L;
    private final transient Supplier<? extends Simulation> simulation;

    Constructed(Supplier<? extends Simulation> simulation) {
      super(LoopSimulation.class);
      this.simulation = simulation;
    }

    @Override
    public SimulationParams params() {
      return simulation.get().params(null);
    }

    @Override
    public boolean canEqual(Object other) {
      return other == this;
    }

    @Override
    public int productArity() {
      return 0;
    }

    @Override
    public Object productElement(int index) {
      throw new IndexOutOfBoundsException(index);
    }
  }
}
