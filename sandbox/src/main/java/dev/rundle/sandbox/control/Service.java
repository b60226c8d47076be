package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.world.World;
import java.util.Map;

/** The operations of one service. */
interface Service {
  /** By the operation's name. */
  Map<String, Operation> operations();

  Complaints complaints();

  /** One operation: reads its input, asks or changes the world, builds its output. */
  @FunctionalInterface
  interface Operation {
    ObjectNode perform(World world, Input input);
  }
}
