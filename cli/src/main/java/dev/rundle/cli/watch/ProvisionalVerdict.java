package dev.rundle.cli.watch;

import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.verdict.RungJudge;

/**
 * What a rung would be judged if it ended now. It may turn: one look at requests that are taken for
 * independent, while the rung itself is judged once, at its end, and by its gates too.
 */
enum ProvisionalVerdict {
  NOTHING_YET,
  PASS,
  FAIL,
  UNDECIDED;

  static ProvisionalVerdict of(RungProgress progress) {
    long n = progress.ended();
    long over = progress.overSlo();
    boolean isProbe = progress.order().index() < 0;
    if (isProbe || n < 1 || over < 0 || over > n) {
      return NOTHING_YET;
    }
    return RungJudge.verdict(over, n).fold(pass -> PASS, fail -> FAIL, undecided -> UNDECIDED);
  }
}
