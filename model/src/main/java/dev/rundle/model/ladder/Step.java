package dev.rundle.model.ladder;

import java.util.function.Function;

/** What a {@link LadderSearch} wants. */
public sealed interface Step {
  <T> T fold(Function<Measure, T> measure, Function<Found, T> found, Function<GaveUp, T> gaveUp);

  /** Hold this rung. */
  record Measure(RungOrder order) implements Step {
    @Override
    public <T> T fold(Function<Measure, T> m, Function<Found, T> f, Function<GaveUp, T> g) {
      return m.apply(this);
    }
  }

  /** The ladder is over and has an answer. */
  record Found(QMax qMax) implements Step {
    @Override
    public <T> T fold(Function<Measure, T> m, Function<Found, T> f, Function<GaveUp, T> g) {
      return f.apply(this);
    }
  }

  /** The ladder is over without an answer it could stand behind. */
  record GaveUp(String reason) implements Step {
    @Override
    public <T> T fold(Function<Measure, T> m, Function<Found, T> f, Function<GaveUp, T> g) {
      return g.apply(this);
    }
  }
}
