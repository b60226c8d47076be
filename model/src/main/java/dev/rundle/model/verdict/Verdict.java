package dev.rundle.model.verdict;

import java.util.function.Function;

/**
 * What can be said of a rung at the stated confidence: at most 5 % of requests over the SLO (pass),
 * more than 5 % (fail), or neither yet.
 */
public sealed interface Verdict {
  /** Requests over the SLO, failures included. */
  long over();

  /** Requests judged. */
  long n();

  /** n reduced for correlation between requests; what the bound was computed with. */
  double effectiveN();

  <T> T fold(Function<Pass, T> pass, Function<Fail, T> fail, Function<Undecided, T> undecided);

  record Pass(long over, long n, double effectiveN) implements Verdict {
    @Override
    public <T> T fold(Function<Pass, T> p, Function<Fail, T> f, Function<Undecided, T> u) {
      return p.apply(this);
    }
  }

  record Fail(long over, long n, double effectiveN) implements Verdict {
    @Override
    public <T> T fold(Function<Pass, T> p, Function<Fail, T> f, Function<Undecided, T> u) {
      return f.apply(this);
    }
  }

  record Undecided(long over, long n, double effectiveN) implements Verdict {
    @Override
    public <T> T fold(Function<Pass, T> p, Function<Fail, T> f, Function<Undecided, T> u) {
      return u.apply(this);
    }
  }
}
