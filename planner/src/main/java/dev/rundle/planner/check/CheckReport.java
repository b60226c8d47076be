package dev.rundle.planner.check;

import dev.rundle.planner.check.CheckFinding.Severity;
import java.util.Comparator;
import java.util.List;

/** All comparisons of one check, worst first, otherwise in the order they were made. */
public record CheckReport(List<CheckFinding> findings) {
  public CheckReport {
    findings = findings.stream().sorted(Comparator.comparing(CheckFinding::severity)).toList();
  }

  /** True if nothing needs attention: drift then says {@code preflight-ok}. */
  public boolean clean() {
    return findings.stream().noneMatch(f -> f.severity() == Severity.FINDING);
  }

  /** Those of one severity. */
  public List<CheckFinding> of(Severity severity) {
    return findings.stream().filter(f -> f.severity() == severity).toList();
  }
}
