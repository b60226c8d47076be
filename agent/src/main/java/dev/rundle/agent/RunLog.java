package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.FetchLog;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.AgentEvent.LogChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The load generator's log of a run, read in pieces while it grows and after. Thread-safe; nothing
 * is kept between two pieces, so that asking again gives the same again.
 */
final class RunLog {
  private static final Logger LOG = LoggerFactory.getLogger(RunLog.class);
  private static final byte[] NOTHING = {};

  private final String runId;
  private final String agent;
  private volatile Supplier<Optional<Path>> path = Optional::empty;
  private volatile boolean closed;

  RunLog(Prepare order) {
    this.runId = order.runId();
    this.agent = order.agentName();
  }

  boolean isOf(String run) {
    return runId.equals(run);
  }

  /**
   * There is a load that writes it.
   *
   * @param soFar where it grows; empty until there is such a file
   */
  void growsAt(Supplier<Optional<Path>> soFar) {
    path = soFar;
  }

  /** Nothing will be added to it. */
  void close() {
    closed = true;
  }

  /** The piece that was asked for. Reads the disk. A piece that is not there is empty. */
  LogChunk piece(FetchLog asked) {
    // Looked at before the file: what is added in between must not be taken for its end.
    boolean whole = closed;
    Optional<Path> file = path.get();
    if (file.isEmpty()) {
      return chunk(asked, NOTHING, whole && asked.offset() == 0);
    }
    try (var channel = Files.newByteChannel(file.get(), StandardOpenOption.READ)) {
      byte[] bytes = read(channel, asked.offset(), asked.mostBytes());
      return chunk(asked, bytes, whole && asked.offset() + bytes.length == channel.size());
    } catch (NoSuchFileException e) {
      return chunk(asked, NOTHING, false);
    } catch (IOException e) {
      LOG.warn("The log of run {} cannot be read: {}", runId, e.toString());
      return chunk(asked, NOTHING, false);
    }
  }

  private static byte[] read(SeekableByteChannel channel, long offset, int mostBytes)
      throws IOException {
    long there = channel.size() - offset;
    if (offset < 0 || there <= 0) {
      return NOTHING;
    }
    var piece = ByteBuffer.allocate((int) Math.min(there, sizeOf(mostBytes)));
    channel.position(offset);
    while (piece.hasRemaining() && channel.read(piece) >= 0) {
      // A read may bring less than there is.
    }
    return Arrays.copyOf(piece.array(), piece.position());
  }

  private static int sizeOf(int mostBytes) {
    return Math.max(0, Math.min(mostBytes, LogChunk.MOST_BYTES));
  }

  private LogChunk chunk(FetchLog asked, byte[] bytes, boolean end) {
    return new LogChunk(runId, agent, asked.offset(), bytes, end);
  }
}
