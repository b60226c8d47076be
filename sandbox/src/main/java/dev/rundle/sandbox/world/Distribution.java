package dev.rundle.sandbox.world;

import java.util.Arrays;

/**
 * Weighted values of one period, in bounded memory: count, sum and extremes exactly, the shape in
 * cells of 0.1 % width (integers up to 2,047 have cells of their own). A cell answers with the mean
 * of what fell into it.
 */
final class Distribution {
  /** 52 mantissa bits less the 10 that are kept. */
  private static final int FINE_SHIFT = 42;

  /** Keeps 5: 3 % wide cells for periods that are hours old. */
  private static final int COARSE_SHIFT = 47;

  private final int shift;
  private int[] keys = new int[2];
  private double[] weights = new double[2];
  private double[] sums = new double[2];
  private int size;
  private double weight;
  private double sum;
  private double minimum = Double.POSITIVE_INFINITY;
  private double maximum = Double.NEGATIVE_INFINITY;

  private Distribution(int shift) {
    this.shift = shift;
  }

  static Distribution fine() {
    return new Distribution(FINE_SHIFT);
  }

  static Distribution coarse() {
    return new Distribution(COARSE_SHIFT);
  }

  /**
   * @param value at least 0
   * @param valueWeight above 0
   */
  void add(double value, double valueWeight) {
    addCell(value, valueWeight, value * valueWeight);
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
  }

  void addAll(Distribution other) {
    for (int i = 0; i < other.size; i++) {
      addCell(other.sums[i] / other.weights[i], other.weights[i], other.sums[i]);
    }
    minimum = Math.min(minimum, other.minimum);
    maximum = Math.max(maximum, other.maximum);
  }

  boolean isEmpty() {
    return weight == 0;
  }

  double sampleCount() {
    return weight;
  }

  double sum() {
    return sum;
  }

  double average() {
    return sum / weight;
  }

  double minimum() {
    return minimum;
  }

  double maximum() {
    return maximum;
  }

  /** The smallest value that at least this share (0..1) of the weight does not exceed. */
  double quantile(double share) {
    double wanted = share * weight;
    double passed = 0;
    for (int i = 0; i < size; i++) {
      passed += weights[i];
      // The tolerance keeps rounding of sums of weights from skipping a cell.
      if (passed >= wanted - 1e-9 * weight) {
        return Math.min(maximum, Math.max(minimum, sums[i] / weights[i]));
      }
    }
    return maximum;
  }

  private void addCell(double value, double cellWeight, double cellSum) {
    // The bits of non-negative doubles sort like their values.
    int key = (int) (Double.doubleToLongBits(Math.max(0.0, value)) >>> shift);
    int at = Arrays.binarySearch(keys, 0, size, key);
    if (at < 0) {
      at = -at - 1;
      insert(at, key);
    }
    weights[at] += cellWeight;
    sums[at] += cellSum;
    weight += cellWeight;
    sum += cellSum;
  }

  private void insert(int at, int key) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      weights = Arrays.copyOf(weights, size * 2);
      sums = Arrays.copyOf(sums, size * 2);
    }
    System.arraycopy(keys, at, keys, at + 1, size - at);
    System.arraycopy(weights, at, weights, at + 1, size - at);
    System.arraycopy(sums, at, sums, at + 1, size - at);
    keys[at] = key;
    weights[at] = 0;
    sums[at] = 0;
    size++;
  }
}
