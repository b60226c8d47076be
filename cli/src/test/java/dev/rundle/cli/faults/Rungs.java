package dev.rundle.cli.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The rungs of a ladder as the command line has them. */
record Rungs(List<Rung> rungs) {
  /** Seconds of load and how many of them, the last ones, are measured. */
  record Rung(int concurrency, double hold, double window) {}

  static Rungs of(Rung... rungs) {
    return new Rungs(List.of(rungs));
  }

  List<String> arguments() {
    return new ArrayList<>(
        List.of(
            "--concurrency",
            rungs.stream()
                .map(r -> String.valueOf(r.concurrency()))
                .collect(Collectors.joining(",")),
            "--hold",
            rungs.stream().map(r -> r.hold() + "s").collect(Collectors.joining(",")),
            "--window",
            rungs.stream().map(r -> r.window() + "s").collect(Collectors.joining(",")),
            "--rest",
            "0s",
            "--probe",
            "1",
            // The first rung is one: five calls of it would take as long as the whole of it.
            "--warm-up",
            "0s"));
  }
}
