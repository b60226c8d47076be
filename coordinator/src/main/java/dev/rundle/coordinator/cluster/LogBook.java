package dev.rundle.coordinator.cluster;

import java.time.Duration;

/** Keeps track of whose log is written under which name. */
interface LogBook {
  /** Where there is no run. */
  LogBook CLOSED =
      new LogBook() {
        @Override
        public void begins(Crew.Hand hand, Duration ahead) {}

        @Override
        public void ends(Agent agent) {}
      };

  /**
   * An agent has begun a log.
   *
   * @param ahead by how much the clock that stamps it is ahead of this host's
   */
  void begins(Crew.Hand hand, Duration ahead);

  /** No more can be had of the log that an agent has written last, if any. */
  void ends(Agent agent);
}
