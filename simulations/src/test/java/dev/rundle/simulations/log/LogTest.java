package dev.rundle.simulations.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.failure.BadInput;
import dev.rundle.simulations.engine.EmbeddedGatling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final long T0 = START.toEpochMilli();

  @TempDir Path folder;

  @Test
  void readsWhatWasWritten() {
    Path log = write(header(EmbeddedGatling.version()), LogTest::someRecords);

    try (LogReader reader = LogReader.open(log)) {
      assertThat(reader.header()).isEqualTo(header(EmbeddedGatling.version()));
      var lines = new Lines();
      assertThat(reader.forEach(lines)).isEqualTo(6);
      assertThat(lines.lines)
          .containsExactly(
              "user ladder start +0",
              "request [rung 07 · N=50, inner] full response +5..+65 ok ",
              "request [rung 07 · N=50, inner] full response +6..+9 KO 503 – voll ausgelastet",
              "group [rung 07 · N=50] +5..+65 25 ok",
              "error lost +70",
              "user ladder end +2147483647");
    }
  }

  @Test
  void readsWhatGatlingItselfWrote() {
    var turns = new AtomicInteger();
    Path log =
        EmbeddedGatling.run(
            "own",
            2,
            folder,
            new dev.rundle.simulations.engine.UserLoop() {
              @Override
              public boolean goesOn() {
                return turns.get() < 10;
              }

              @Override
              public void turn(dev.rundle.simulations.engine.VirtualUser user) {
                int turn = turns.incrementAndGet();
                user.log("größe µ", "full response", T0, T0 + 60, 20, turn == 3 ? "€ boom" : null);
                user.next();
              }
            },
            path -> {});

    try (LogReader reader = LogReader.open(log)) {
      assertThat(reader.header().gatlingVersion()).isEqualTo(EmbeddedGatling.version());
      assertThat(reader.header().scenarios()).containsExactly("own");
      var lines = new Lines();
      reader.forEach(lines);
      assertThat(lines.lines).filteredOn(line -> line.startsWith("user")).hasSize(4);
      assertThat(lines.lines)
          .filteredOn(line -> line.startsWith("request [größe µ] full response"))
          .hasSize(turns.get());
      assertThat(lines.lines).filteredOn(line -> line.endsWith("KO € boom")).hasSize(1);
      assertThat(lines.lines)
          .filteredOn(line -> line.startsWith("group [größe µ]"))
          .hasSize(turns.get());
    }
  }

  /** Cut anywhere but between records, a log is refused; nothing is made up. */
  @Test
  void aLogThatEndsWithinARecordIsRefused() throws IOException {
    byte[] whole =
        Files.readAllBytes(write(header(EmbeddedGatling.version()), LogTest::someRecords));
    int wholeRecordsOnly = 0;
    for (int length = 0; length < whole.length; length++) {
      Path cut = Files.write(folder.resolve("cut.log"), Arrays.copyOf(whole, length));
      try (LogReader reader = LogReader.open(cut)) {
        reader.forEach(new Lines());
        wholeRecordsOnly++;
      } catch (BadInput e) {
        assertThat(e.what()).contains("cut.log");
      }
    }
    // Six places lie between records: after the header and after all records but the last.
    assertThat(wholeRecordsOnly).isEqualTo(6);
  }

  @Test
  void aTruncatedLogSaysSo() throws IOException {
    byte[] whole =
        Files.readAllBytes(write(header(EmbeddedGatling.version()), LogTest::someRecords));
    Path cut = Files.write(folder.resolve("cut.log"), Arrays.copyOf(whole, whole.length - 1));

    assertThatThrownBy(() -> readAll(cut))
        .isInstanceOf(BadInput.class)
        .hasMessageEndingWith("cut.log is truncated: it ends within a record");
  }

  @Test
  void aLogOfAnotherGatlingIsRefusedByName() {
    Path log = write(header("3.11.5"), writer -> {});

    assertThatThrownBy(() -> LogReader.open(log))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("written by Gatling \"3.11.5\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "RUN\tx.Simulation\tx\t1700000000000\t \t3.11.5\n",
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        "\0\177\377\377\377",
        "{\"schema\": \"rundle/qmax/1\"}"
      })
  void foreignFilesAreRefused(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("foreign.log"), content);

    assertThatThrownBy(() -> readAll(file)).isInstanceOf(BadInput.class);
  }

  @Test
  void twoLogsInOneFileAreRefused() throws IOException {
    byte[] whole =
        Files.readAllBytes(write(header(EmbeddedGatling.version()), LogTest::someRecords));
    byte[] twice = Arrays.copyOf(whole, 2 * whole.length);
    System.arraycopy(whole, 0, twice, whole.length, whole.length);
    Path file = Files.write(folder.resolve("twice.log"), twice);

    assertThatThrownBy(() -> readAll(file))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("a second header");
  }

  @Test
  void aMissingLogIsRefused() {
    assertThatThrownBy(() -> LogReader.open(folder.resolve("none.log")))
        .isInstanceOf(BadInput.class)
        .hasMessageEndingWith("does not exist");
  }

  @Test
  void timesBeyondTheFormatsRangeAreAMistake() {
    assertThatThrownBy(
            () ->
                write(
                    header(EmbeddedGatling.version()),
                    writer -> writer.error("late", T0 + Integer.MAX_VALUE + 1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("24 days");
  }

  private static void someRecords(LogWriter writer) {
    List<String> inner = List.of("rung 07 · N=50", "inner");
    writer.user("ladder", true, T0);
    writer.request(inner, "full response", T0 + 5, T0 + 65, true, "");
    writer.request(inner, "full response", T0 + 6, T0 + 9, false, "503 – voll ausgelastet");
    writer.group(List.of("rung 07 · N=50"), T0 + 5, T0 + 65, 25, true);
    writer.error("lost", T0 + 70);
    writer.user("ladder", false, T0 + Integer.MAX_VALUE);
  }

  private static LogHeader header(String version) {
    return new LogHeader(version, "kokoro – ladder", START, "2 agents", List.of("ladder"), 0);
  }

  private Path write(LogHeader header, java.util.function.Consumer<LogWriter> records) {
    Path log = folder.resolve("written.log");
    try (LogWriter writer = LogWriter.create(log, header)) {
      records.accept(writer);
    }
    return log;
  }

  private static void readAll(Path log) {
    try (LogReader reader = LogReader.open(log)) {
      reader.forEach(new Lines());
    }
  }

  private static final class Lines implements LogVisitor {
    final List<String> lines = new ArrayList<>();

    @Override
    public void request(
        List<String> groups, String name, long start, long end, boolean ok, String message) {
      lines.add(
          "request %s %s +%d..+%d %s %s"
              .formatted(groups, name, start - T0, end - T0, ok ? "ok" : "KO", message));
    }

    @Override
    public void group(List<String> groups, long start, long end, int cumulated, boolean ok) {
      lines.add(
          "group %s +%d..+%d %d %s"
              .formatted(groups, start - T0, end - T0, cumulated, ok ? "ok" : "KO"));
    }

    @Override
    public void user(String scenario, boolean start, long at) {
      lines.add("user %s %s +%d".formatted(scenario, start ? "start" : "end", at - T0));
    }

    @Override
    public void error(String message, long at) {
      lines.add("error %s +%d".formatted(message, at - T0));
    }
  }
}
