package dev.rundle.cli.faults;

import dev.rundle.cli.faults.FaultNetwork.Host;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.QmaxArtifact;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A ladder that is being climbed by a coordinator of its own. */
final class Ladder implements AutoCloseable {
  private static final String ARTIFACT = "qmax.json";

  private final HostProcess process;
  private final Lines lines;
  private final Path folder;

  private Ladder(HostProcess process, Lines lines, Path folder) {
    this.process = process;
    this.lines = lines;
    this.folder = folder;
  }

  static Ladder start(Host host, Path folder, List<String> arguments) {
    var lines = new Lines();
    List<String> words = new ArrayList<>(arguments);
    words.addAll(List.of("--output", ARTIFACT));
    var process =
        HostProcess.java(host, folder, List.of("-Xmx384m"), "dev.rundle.cli.Main", words, lines);
    return new Ladder(process, lines, folder);
  }

  /**
   * How a ladder ended.
   *
   * @param artifact what it wrote, if it did
   * @param said all that it printed
   */
  record Ended(int exitCode, Optional<QmaxArtifact> artifact, String said) {
    /** True if it was ended by SIGKILL. */
    boolean wasKilled() {
      return exitCode == 128 + 9;
    }

    /** Those that it measured; empty without an artifact. */
    List<QmaxArtifact.Rung> rungs() {
      return artifact.map(QmaxArtifact::rungs).orElse(List.of());
    }

    /** Every verdict with what was said about it, in the order of measuring. */
    List<String> verdicts() {
      return rungs().stream()
          .map(
              r ->
                  r.concurrency()
                      + " "
                      + r.verdict()
                      + (r.reasons().isEmpty() ? "" : " " + r.reasons()))
          .toList();
    }
  }

  Path folder() {
    return folder;
  }

  Lines lines() {
    return lines;
  }

  HostProcess process() {
    return process;
  }

  Ended await(Duration bound) {
    int code = process.awaitEnd(bound);
    Path file = folder.resolve(ARTIFACT);
    return new Ended(
        code,
        Files.exists(file) ? Optional.of(Artifacts.readQmax(file)) : Optional.empty(),
        lines.text());
  }

  @Override
  public void close() {
    process.close();
  }
}
