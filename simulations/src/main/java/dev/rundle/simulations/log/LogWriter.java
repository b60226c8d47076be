package dev.rundle.simulations.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a log that Gatling's report generator reads; the counterpart of {@link LogReader}. The
 * generator needs user records in the order of their times; the others may stand in any order.
 * Errors of writing are {@link UncheckedIOException}s.
 */
public final class LogWriter implements LogVisitor, AutoCloseable {
  private static final int LATIN_1_CHARACTERS = 256;

  private final LogOutput out;
  private final Map<String, Integer> names = new HashMap<>();
  private final LogHeader header;

  private LogWriter(LogOutput out, LogHeader header) {
    this.out = out;
    this.header = header;
  }

  /**
   * Creates the file, or empties it, and writes the header. Assertions are not written.
   *
   * @throws UncheckedIOException if that fails
   */
  public static LogWriter create(Path path, LogHeader header) {
    try {
      var writer = new LogWriter(LogOutput.create(path), header);
      writer.writing(writer::writeHeader);
      return writer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void request(
      List<String> groups,
      String name,
      long startMillis,
      long endMillis,
      boolean ok,
      String message) {
    writing(
        () -> {
          out.writeByte(RecordType.REQUEST.code());
          writeGroups(groups);
          writeName(name);
          writeTime(startMillis);
          writeTime(endMillis);
          out.writeBoolean(ok);
          writeName(message);
        });
  }

  @Override
  public void group(
      List<String> groups, long startMillis, long endMillis, int cumulatedMillis, boolean ok) {
    writing(
        () -> {
          out.writeByte(RecordType.GROUP.code());
          writeGroups(groups);
          writeTime(startMillis);
          writeTime(endMillis);
          out.writeInt(cumulatedMillis);
          out.writeBoolean(ok);
        });
  }

  @Override
  public void user(String scenario, boolean start, long atMillis) {
    int index = header.scenarios().indexOf(scenario);
    if (index < 0) {
      throw new IllegalArgumentException("not a scenario of this log: " + scenario);
    }
    writing(
        () -> {
          out.writeByte(RecordType.USER.code());
          out.writeInt(index);
          out.writeBoolean(start);
          writeTime(atMillis);
        });
  }

  @Override
  public void error(String message, long atMillis) {
    writing(
        () -> {
          out.writeByte(RecordType.ERROR.code());
          writeName(message);
          writeTime(atMillis);
        });
  }

  @Override
  public void close() {
    writing(out::close);
  }

  private void writeHeader() throws IOException {
    out.writeByte(RecordType.RUN.code());
    writeString(header.gatlingVersion());
    writeString(header.simulation());
    out.writeLong(header.start().toEpochMilli());
    writeString(header.description());
    out.writeInt(header.scenarios().size());
    for (String scenario : header.scenarios()) {
      writeString(scenario);
    }
    out.writeInt(0);
  }

  private void writeGroups(List<String> groups) throws IOException {
    out.writeInt(groups.size());
    for (String group : groups) {
      writeName(group);
    }
  }

  private void writeName(String name) throws IOException {
    Integer known = names.get(name);
    if (known != null) {
      out.writeInt(-known);
      return;
    }
    int number = names.size() + 1;
    names.put(name, number);
    out.writeInt(number);
    writeString(name);
  }

  private void writeString(String text) throws IOException {
    boolean latin1 = text.chars().allMatch(c -> c < LATIN_1_CHARACTERS);
    byte[] bytes = text.getBytes(latin1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
    out.writeInt(bytes.length);
    if (bytes.length > 0) {
      out.write(bytes);
      out.writeByte(latin1 ? 0 : 1);
    }
  }

  private void writeTime(long epochMillis) throws IOException {
    long relative = epochMillis - header.start().toEpochMilli();
    if (relative != (int) relative) {
      throw new IllegalArgumentException(
          "a log spans 24 days at most; this record is " + relative + " ms from its start");
    }
    out.writeInt((int) relative);
  }

  private void writing(Write write) {
    try {
      write.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Write {
    void run() throws IOException;
  }
}
