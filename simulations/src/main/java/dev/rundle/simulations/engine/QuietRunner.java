package dev.rundle.simulations.engine;

import io.gatling.app.Runner;
import io.gatling.app.Selection;
import io.gatling.app.SimulationClass;
import io.gatling.commons.util.DefaultClock;
import io.gatling.core.CoreComponents;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.controller.inject.PopulationFlows;
import io.gatling.core.scenario.Population;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.writer.RunMessage;
import io.gatling.javaapi.core.Simulation;
import io.netty.channel.EventLoopGroup;
import java.util.function.Supplier;
import scala.Tuple4;

/**
 * Gatling's runner with a simulation that we construct, and without the look for newer versions.
 */
final class QuietRunner extends Runner {
  private final String name;
  private Supplier<? extends Simulation> simulation;

  QuietRunner(
      ActorSystem actors,
      EventLoopGroup eventLoops,
      GatlingArgs args,
      GatlingConfiguration configuration,
      String name) {
    super(actors, eventLoops, new DefaultClock(), args, configuration);
    this.name = name;
  }

  void use(Supplier<? extends Simulation> newSimulation) {
    simulation = newSimulation;
  }

  @Override
  public void displayVersionWarning() {
    // It would ask a server on the internet; only the system under test may be contacted.
  }

  @Override
  public Tuple4<SimulationParams, RunMessage, CoreComponents, PopulationFlows<String, Population>>
      load(Selection ignored) {
    return super.load(new Selection(new Constructed(simulation), name, name));
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
