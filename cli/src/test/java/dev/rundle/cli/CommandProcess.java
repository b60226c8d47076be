package dev.rundle.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command line as a process of its own, on the test's class path. */
final class CommandProcess implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final Process process;
  private final Path out;
  private final StringBuilder err = new StringBuilder();
  private final Thread listener = new Thread(this::listen, "stderr");

  private CommandProcess(Process process, Path out) {
    this.process = process;
    this.out = out;
    listener.start();
  }

  private void listen() {
    try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(this::heard);
    } catch (UncheckedIOException | IOException e) {
      heard("stderr broke off: " + e);
    }
  }

  private synchronized void heard(String line) {
    err.append(line).append('\n');
    notifyAll();
  }

  /** Waits until it says this on stderr. */
  synchronized void awaitErr(String text) throws InterruptedException {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (err.indexOf(text) < 0) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(giveUp - System.nanoTime());
      if (leftMillis <= 0) {
        throw new AssertionError("it did not say \"" + text + "\"; stderr:\n" + err);
      }
      wait(leftMillis);
    }
  }

  /** Starts it in a folder, with none of the test's AWS environment. */
  static CommandProcess start(Path folder, Map<String, String> environment, String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.rundle.cli.Main"));
    line.addAll(List.of(arguments));
    Path out = folder.resolve("stdout.txt");
    ProcessBuilder builder =
        new ProcessBuilder(line).directory(folder.toFile()).redirectOutput(out.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    builder.environment().putAll(environment);
    try {
      return new CommandProcess(builder.start(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a signal such as INT. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /** Waits for its end. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the process did not end; stderr:\n" + err());
    }
    listener.join();
    return process.exitValue();
  }

  String out() {
    return read(out);
  }

  synchronized String err() {
    return err.toString();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
