package dev.rundle.cli.faults;

import dev.rundle.cli.faults.FaultNetwork.Host;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process of the tests, ended by its id. */
public final class HostProcess implements AutoCloseable {
  private static final Map<String, String> KEYS =
      Map.of(
          "AWS_ACCESS_KEY_ID",
          "sandbox",
          "AWS_SECRET_ACCESS_KEY",
          "sandbox",
          // There is no route to where the AWS clients would ask for the instance's own.
          "AWS_EC2_METADATA_DISABLED",
          "true");

  private final String name;
  private final Process process;
  private final Path output;
  private final List<Thread> readers = new ArrayList<>();

  private HostProcess(String name, Process process, Path output) {
    this.name = name;
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a main class on a host of the network.
   *
   * @param folder where it works and where its output is kept
   * @param jvm further options of the JVM
   * @param onLine hears what it prints, both streams, line by line
   */
  static HostProcess java(
      Host host,
      Path folder,
      List<String> jvm,
      String mainClass,
      List<String> arguments,
      Consumer<String> onLine) {
    List<String> java =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                // Many short lives on few processors: they would be over before it pays off.
                "-XX:TieredStopAtLevel=1"));
    java.addAll(jvm);
    java.addAll(List.of("-cp", classPath(), mainClass));
    java.addAll(arguments);
    return start(host.name(), host.command(java), KEYS, folder, onLine);
  }

  /**
   * Starts any command, with none of the test's AWS environment.
   *
   * @param environment added to what is left of the test's own
   */
  public static HostProcess start(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path folder,
      Consumer<String> onLine) {
    try {
      Files.createDirectories(folder);
      var builder = new ProcessBuilder(command).directory(folder.toFile());
      builder
          .environment()
          .keySet()
          .removeIf(key -> key.startsWith("AWS_") || key.startsWith("RUNDLE_"));
      builder.environment().putAll(environment);
      Path output = folder.resolve("output.txt");
      var started = new HostProcess(name, builder.start(), output);
      started.listen(onLine);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class path of this test. */
  public static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private void listen(Consumer<String> onLine) throws IOException {
    BufferedWriter kept =
        Files.newBufferedWriter(output, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    for (BufferedReader reader :
        List.of(
            process.inputReader(StandardCharsets.UTF_8),
            process.errorReader(StandardCharsets.UTF_8))) {
      var thread = new Thread(() -> read(reader, kept, onLine), name + "-output");
      thread.setDaemon(true);
      thread.start();
      readers.add(thread);
    }
  }

  private static void read(BufferedReader reader, BufferedWriter kept, Consumer<String> onLine) {
    try (reader) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        synchronized (kept) {
          kept.write(line);
          kept.newLine();
          kept.flush();
        }
        onLine.accept(line);
      }
    } catch (IOException e) {
      onLine.accept("its output broke off: " + e.getMessage());
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal such as STOP, by the process's id. */
  public void signal(String signal) {
    Shell.complaint("kill", "-" + signal, String.valueOf(process.pid()));
  }

  /** Ends it without a chance to say anything, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(30));
  }

  /**
   * Waits for its end.
   *
   * @return its exit code
   */
  public int awaitEnd(Duration bound) {
    try {
      if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError(
            name + " did not end within " + bound.toSeconds() + " s; it said:\n" + said());
      }
      for (Thread reader : readers) {
        reader.join();
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + name, e);
    }
  }

  /** All that it has printed. */
  public String said() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
