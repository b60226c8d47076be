package dev.rundle.coordinator;

import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.scaleout.StageTime;
import java.time.Instant;
import java.util.Optional;

/**
 * What a run tells whoever watches it. Called on the run's own thread; must return quickly and not
 * throw.
 */
public interface RunListener {
  /** Hears nothing. */
  RunListener SILENT = new RunListener() {};

  /**
   * A phase began.
   *
   * @param detail what in particular, may be empty
   * @param end when it should be over, where that is known; when it will be given up where the
   *     phase {@linkplain Phase#isBounded() is bounded}
   */
  default void phase(Phase phase, String detail, Optional<Instant> end) {}

  /** About once a second while load is held. */
  default void progress(RungProgress progress) {}

  /** A rung was judged, void ones included. */
  default void rungEnded(RungResult result) {}

  /** A stage of a forced scale-out was reached. */
  default void stage(StageTime stage) {}

  /** An agent joined: {@code have} of {@code want} are here. */
  default void agentJoined(String agent, int have, int want) {}

  /** An agent will hold no load any more until it is taken in again. */
  default void agentLost(String agent, String reason) {}

  /** An agent came that does not fit, and was told so. */
  default void agentRefused(String address, String reason) {}

  /** Something to know that does not end the run. */
  default void warning(String text) {}
}
