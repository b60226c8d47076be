package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import java.time.Duration;
import java.util.Optional;

/** What the conductor is busy with. */
interface Duty {
  /** Nothing. */
  Duty NONE =
      new Duty() {
        @Override
        public boolean isOver() {
          return false;
        }
      };

  /** Another agent is there. */
  default void came() {}

  /** An agent of the run says something about it; not of one that was lost. */
  default void heard(AgentEvent.OfRun event) {}

  /** An agent of the run is no longer one. */
  default void lost(String agent, String reason) {}

  /**
   * A message could not be taken in, which is a fault of whoever sent it or of this build.
   *
   * @param agent that sent it, if that is known
   */
  default void cannotHear(Optional<String> agent, String reason) {}

  /** A round of pings has gone out, about twice a second. */
  default void tick() {}

  /** This host stood still for so long; what happened meanwhile nobody watched. */
  default void stoodStill(Duration duration) {}

  /** True once it has given its answer. */
  boolean isOver();
}
