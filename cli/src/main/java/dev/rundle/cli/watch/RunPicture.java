package dev.rundle.cli.watch;

import dev.rundle.coordinator.cluster.RungProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run as far as it was told.
 *
 * @param doing its phase in words; empty before the first
 * @param since when the phase began
 * @param end when it should be over
 * @param bounded true if {@code end} is the latest, not the expected one
 * @param rung the latest figures of the rung in hand
 * @param rungAt when they came
 * @param lost agents lost so far, with the reason, in that order
 */
record RunPicture(
    String doing,
    Instant since,
    Optional<Instant> end,
    boolean bounded,
    Optional<RungProgress> rung,
    Instant rungAt,
    List<Lost> lost) {
  static final RunPicture EMPTY =
      new RunPicture(
          "", Instant.EPOCH, Optional.empty(), false, Optional.empty(), Instant.EPOCH, List.of());

  RunPicture {
    lost = List.copyOf(lost);
  }

  /** An agent that holds nothing any more. */
  record Lost(String agent, String reason) {}

  RunPicture begin(String nowDoing, Instant now, Optional<Instant> newEnd, boolean isBound) {
    return new RunPicture(nowDoing, now, newEnd, isBound, Optional.empty(), now, lost);
  }

  RunPicture with(RungProgress progress, Instant now) {
    return new RunPicture(doing, since, end, bounded, Optional.of(progress), now, lost);
  }

  RunPicture with(Lost agent) {
    List<Lost> more = new ArrayList<>(lost);
    more.add(agent);
    return new RunPicture(doing, since, end, bounded, rung, rungAt, more);
  }
}
