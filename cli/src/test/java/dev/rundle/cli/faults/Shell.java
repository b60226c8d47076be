package dev.rundle.cli.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Short commands of the operating system. */
final class Shell {
  private Shell() {}

  /**
   * Runs a command to its end.
   *
   * @return what it printed
   * @throws IllegalStateException if it fails, with its words
   */
  static String run(String... command) {
    Ended ended = end(List.of(command));
    if (ended.code() != 0) {
      throw new IllegalStateException(
          String.join(" ", command) + " failed with " + ended.code() + ": " + ended.text().strip());
    }
    return ended.text();
  }

  /** Why a command fails; empty if it does not. */
  static Optional<String> complaint(String... command) {
    try {
      Ended ended = end(List.of(command));
      return ended.code() == 0 ? Optional.empty() : Optional.of(ended.text().strip());
    } catch (UncheckedIOException e) {
      return Optional.of(e.getCause().getMessage());
    }
  }

  private record Ended(int code, String text) {}

  private static Ended end(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + command, e);
    }
  }
}
