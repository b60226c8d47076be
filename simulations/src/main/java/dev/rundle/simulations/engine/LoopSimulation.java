package dev.rundle.simulations.engine;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.Simulation;

/** All users at once, each in its loop until that ends. */
final class LoopSimulation extends Simulation {
  LoopSimulation(String scenarioName, int users, UserLoop loop) {
    setUp(
        scenario(scenarioName)
            .asLongAs(session -> loop.goesOn())
            .on(LoopAction.builder(loop))
            .injectOpen(atOnceUsers(users)));
  }
}
