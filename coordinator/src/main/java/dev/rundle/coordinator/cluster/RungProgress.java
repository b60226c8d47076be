package dev.rundle.coordinator.cluster;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.AgentFigures;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A rung while it is held.
 *
 * @param elapsed since the gate moved, settling included
 * @param expected settle plus measure
 * @param held mean number in flight over the window so far; 0 while settling
 * @param ended attempts ended so far that count
 * @param overSlo of those, over the SLO, failures included
 * @param ttfabP95Millis p95 over ok attempts so far
 * @param agents each agent's part so far
 */
public record RungProgress(
    RungOrder order,
    Duration elapsed,
    Duration expected,
    double held,
    long ended,
    long overSlo,
    OptionalDouble ttfabP95Millis,
    List<AgentFigures> agents) {
  public RungProgress {
    agents = List.copyOf(agents);
  }
}
