package dev.rundle.sandbox.world;

/**
 * A slot takes several queued requests at once; they start and end together. A batch of b takes the
 * longest service time drawn for its members times 1 + marginalCost · (b − 1).
 *
 * @param maxSize largest batch; 1 means no batching
 * @param marginalCost share of the service time that each further request adds; 0 is free, 1 is no
 *     gain over serving one by one
 */
public record Batching(int maxSize, double marginalCost) {
  public static final Batching NONE = new Batching(1, 0);

  public Batching {
    Checks.that(maxSize >= 1 && maxSize <= 10_000, "batch size must be 1..10000: " + maxSize);
    Checks.that(
        marginalCost >= 0 && marginalCost <= 10, "marginal cost must be 0..10: " + marginalCost);
  }

  double factor(int size) {
    return 1 + marginalCost * (size - 1);
  }
}
