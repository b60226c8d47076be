package dev.rundle.cli.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/**
 * What a command line runs in; given, so that tests run whole commands inside their own JVM.
 *
 * @param out results: tables or JSON
 * @param err progress, warnings and errors
 * @param outIsTerminal whether {@code out} may be coloured
 * @param errIsTerminal whether {@code err} may be redrawn
 * @param environment environment variables
 * @param directory what relative paths are relative to; empty for the process's own
 * @param clock wall clock, for time stamps
 */
public record Surroundings(
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    Map<String, String> environment,
    Path directory,
    Clock clock) {

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /** Those of this process. */
  public static Surroundings ofProcess() {
    // Java 17 knows only whether both are a terminal; the launcher tells which is which.
    boolean both = System.console() != null;
    return new Surroundings(
        utf8(FileDescriptor.out),
        utf8(FileDescriptor.err),
        isTerminal("rundle.terminal.out", both),
        isTerminal("rundle.terminal.err", both),
        System.getenv(),
        Path.of(""),
        Clock.systemUTC());
  }

  /** Tables hold signs such as × and Σ, which the platform's own encoding may not know. */
  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  private static boolean isTerminal(String property, boolean otherwise) {
    String told = System.getProperty(property);
    return told == null ? otherwise : Boolean.parseBoolean(told);
  }

  /** A path as it would be typed in the current directory. */
  public String asTyped(Path path) {
    return path.startsWith(directory) ? directory.relativize(path).toString() : path.toString();
  }

  /** Whether results may be coloured. */
  public boolean isColoured() {
    return outIsTerminal && wantsColours();
  }

  /** Whether progress may be coloured. */
  public boolean isErrColoured() {
    return errIsTerminal && wantsColours();
  }

  /** Whether progress may be redrawn in place. */
  public boolean isErrRedrawn() {
    return errIsTerminal && !isDumb();
  }

  /** Whether what is printed on {@code out} may be redrawn in place. */
  public boolean isOutRedrawn() {
    return outIsTerminal && !isDumb();
  }

  /** Colours only on a terminal, and never against the user's will (no-color.org). */
  private boolean wantsColours() {
    return environment.getOrDefault("NO_COLOR", "").isEmpty() && !isDumb();
  }

  private boolean isDumb() {
    return "dumb".equals(environment.get("TERM"));
  }
}
