package dev.rundle.model.ladder;

import java.time.Duration;

/**
 * What is to be held: N requests outstanding, left to settle, then measured.
 *
 * @param index 0, 1, 2 … in the order of holding, repetitions counted
 * @param concurrency N ≥ 1
 * @param settle from the last change of the gate to the start of the measuring window
 * @param measure length of the measuring window
 * @param rest pause with no load after the rung
 * @param attempt 1 for the first try, 2 and 3 where a void rung is repeated
 */
public record RungOrder(
    int index, int concurrency, Duration settle, Duration measure, Duration rest, int attempt) {
  public RungOrder {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1, not " + concurrency);
    }
    if (settle.isNegative() || rest.isNegative() || measure.isNegative() || measure.isZero()) {
      throw new IllegalArgumentException(
          "settle and rest must not be negative and measure must be positive");
    }
  }
}
