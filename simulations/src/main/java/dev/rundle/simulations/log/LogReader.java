package dev.rundle.simulations.log;

import dev.rundle.model.failure.BadInput;
import dev.rundle.simulations.engine.EmbeddedGatling;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads Gatling's binary log as a stream; memory holds the distinct names and messages only. The
 * format is that of Gatling 3.13.1 to 3.15: big-endian, times as milliseconds relative to the start
 * of the run, names written once and then referred to by number, strings either Latin-1 or UTF-16
 * in the byte order of the machine (little-endian on all that Gatling runs on today).
 *
 * <p>Everything that is not such a log, and one that ends within a record, is {@link BadInput}.
 */
public final class LogReader implements AutoCloseable {
  private static final int LONGEST_STRING_BYTES = 1 << 20;
  private static final int MOST_SCENARIOS = 10_000;
  private static final int DEEPEST_GROUP = 100;

  private final Path path;
  private final LogInput in;
  private final Map<Integer, String> names = new HashMap<>();
  private final LogHeader header;
  private long records;

  private LogReader(Path path, LogInput in) throws IOException {
    this.path = path;
    this.in = in;
    this.header = readHeader();
  }

  /**
   * Opens a log and reads its header.
   *
   * @throws BadInput if there is no such file, if it is no log, or one of another Gatling
   */
  public static LogReader open(Path path) {
    LogInput in = null;
    try {
      in = LogInput.open(path);
      return new LogReader(path, in);
    } catch (IOException | RuntimeException e) {
      closeQuietly(in);
      throw asBadInput(path, e);
    }
  }

  /** The log's first record. */
  public LogHeader header() {
    return header;
  }

  /**
   * Reads all records that follow the header.
   *
   * @return their number
   * @throws BadInput if the log ends within a record or holds something else
   */
  public long forEach(LogVisitor visitor) {
    try {
      read(visitor, Long.MAX_VALUE);
      return records;
    } catch (IOException e) {
      throw asBadInput(path, e);
    }
  }

  /**
   * Reads all whole records that follow the header; one that is cut off at the end is left.
   *
   * @return their number
   * @throws BadInput if the log holds something else
   */
  public long forEachWhole(LogVisitor visitor) {
    try {
      read(visitor, Long.MAX_VALUE);
      return records;
    } catch (EOFException e) {
      return records;
    } catch (IOException e) {
      throw asBadInput(path, e);
    }
  }

  /**
   * Reads the first records that follow the header and does not look at what comes after.
   *
   * @throws BadInput if the log ends before, or holds something else
   */
  public void forFirst(long many, LogVisitor visitor) {
    try {
      read(visitor, many);
    } catch (IOException e) {
      throw asBadInput(path, e);
    }
    if (records < many) {
      throw new BadInput(
          path + " has shrunk: " + many + " records were there, and now " + records,
          "somebody else writes to it",
          "keep the file as it is and try again");
    }
  }

  private void read(LogVisitor visitor, long most) throws IOException {
    while (records < most) {
      int code = in.read();
      if (code == -1) {
        return;
      }
      RecordType type = RecordType.of(code).orElseThrow(() -> corrupt("an unknown kind of record"));
      switch (type) {
        case RUN -> throw corrupt("a second header: two logs were put into one file");
        case REQUEST -> readRequest(visitor);
        case USER -> readUser(visitor);
        case GROUP -> readGroup(visitor);
        case ERROR -> visitor.error(readName(), readTime());
      }
      records++;
    }
  }

  @Override
  public void close() {
    closeQuietly(in);
  }

  private LogHeader readHeader() throws IOException {
    if (in.read() != RecordType.RUN.code()) {
      throw corrupt("no header at its beginning");
    }
    String version = readString();
    if (!version.equals(EmbeddedGatling.version())) {
      throw new BadInput(
          path + " cannot be read: it was written by Gatling \"" + shortened(version) + "\"",
          "the format differs between versions; this is Gatling " + EmbeddedGatling.version(),
          "measure again with this version, or use the version of Rundle that measured");
    }
    String simulation = readString();
    Instant start = Instant.ofEpochMilli(in.readLong());
    String description = readString();
    List<String> scenarios = new ArrayList<>();
    for (int left = readCount(MOST_SCENARIOS, "scenarios"); left > 0; left--) {
      scenarios.add(readString());
    }
    int assertions = readCount(MOST_SCENARIOS, "assertions");
    for (int left = assertions; left > 0; left--) {
      in.readBytes(readCount(LONGEST_STRING_BYTES, "bytes of an assertion"));
    }
    return new LogHeader(version, simulation, start, description, scenarios, assertions);
  }

  private void readRequest(LogVisitor visitor) throws IOException {
    List<String> groups = readGroups();
    String name = readName();
    long start = readTime();
    long end = readTime();
    boolean ok = in.readByte() != 0;
    visitor.request(groups, name, start, end, ok, readName());
  }

  private void readGroup(LogVisitor visitor) throws IOException {
    List<String> groups = readGroups();
    long start = readTime();
    long end = readTime();
    int cumulated = in.readInt();
    visitor.group(groups, start, end, cumulated, in.readByte() != 0);
  }

  private void readUser(LogVisitor visitor) throws IOException {
    int scenario = in.readInt();
    if (scenario < 0 || scenario >= header.scenarios().size()) {
      throw corrupt("a user of a scenario that it does not name");
    }
    boolean start = in.readByte() != 0;
    visitor.user(header.scenarios().get(scenario), start, readTime());
  }

  private List<String> readGroups() throws IOException {
    int depth = readCount(DEEPEST_GROUP, "groups");
    if (depth == 1) {
      return List.of(readName());
    }
    List<String> groups = new ArrayList<>(depth);
    for (int i = 0; i < depth; i++) {
      groups.add(readName());
    }
    return groups;
  }

  private long readTime() throws IOException {
    return header.start().toEpochMilli() + in.readInt();
  }

  /** A name: positive numbers introduce one, negative numbers refer to one. */
  private String readName() throws IOException {
    int number = in.readInt();
    if (number > 0) {
      String name = readString();
      names.put(number, name);
      return name;
    }
    String name = names.get(-number);
    if (name == null) {
      throw corrupt("a reference to a name that it does not hold");
    }
    return name;
  }

  private String readString() throws IOException {
    int length = readCount(LONGEST_STRING_BYTES, "bytes of text");
    if (length == 0) {
      return "";
    }
    byte[] bytes = in.readBytes(length);
    return new String(bytes, charset(in.readByte()));
  }

  private Charset charset(byte coder) {
    return switch (coder) {
      case 0 -> StandardCharsets.ISO_8859_1;
      case 1 -> StandardCharsets.UTF_16LE;
      default -> throw corrupt("text in an unknown encoding");
    };
  }

  private int readCount(int most, String what) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > most) {
      throw corrupt(count + " " + what);
    }
    return count;
  }

  private BadInput corrupt(String what) {
    return new BadInput(
        path + " is not a log of Gatling, or is damaged: it has " + what,
        "found after " + records + " whole records",
        "give the simulation.log of a ladder as Rundle wrote it");
  }

  private static BadInput asBadInput(Path path, Exception e) {
    if (e instanceof BadInput already) {
      return already;
    }
    if (e instanceof EOFException) {
      return new BadInput(
          path + " is truncated: it ends within a record",
          "its writer was ended, or the file was not copied whole",
          "copy it again, or measure again",
          e);
    }
    return new BadInput(
        path + (e instanceof NoSuchFileException ? " does not exist" : " cannot be read: " + e),
        "",
        "check the path and its permissions",
        e);
  }

  private static String shortened(String text) {
    return text.length() > 20 ? text.substring(0, 20) + "…" : text;
  }

  private static void closeQuietly(LogInput in) {
    if (in == null) {
      return;
    }
    try {
      in.close();
    } catch (IOException e) {
      // Nothing was written; there is nothing to lose.
    }
  }
}
