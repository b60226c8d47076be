package dev.rundle.model.ladder;

/**
 * The answer of a ladder.
 *
 * @param concurrency largest concurrency that one instance held inside the SLO
 * @param bracketed true if a higher rung truly failed on the SLO; else this is a lower bound
 * @param nonMonotonic true if a rung above a failed one passed; the answer is then the lower one
 */
public record QMax(int concurrency, boolean bracketed, boolean nonMonotonic) {
  public QMax {
    if (concurrency < 1) {
      throw new IllegalArgumentException("Q_max is at least 1, not " + concurrency);
    }
  }
}
