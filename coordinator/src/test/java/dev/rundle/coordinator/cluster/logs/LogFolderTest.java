package dev.rundle.coordinator.cluster.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFolderTest {
  @TempDir Path work;

  @Test
  void aLogGrowsUnderAnotherNameUntilItIsSettled() throws IOException {
    var folder = new LogFolder(work.resolve("logs/r1"));

    folder.append("agent-1", new byte[] {1, 2}, true);
    folder.append("agent-1", new byte[] {3}, false);

    assertThat(work.resolve("logs/r1/agent-1.log.part")).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(folder.settle("agent-1")).contains(work.resolve("logs/r1/agent-1.log"));
    assertThat(work.resolve("logs/r1/agent-1.log")).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(work.resolve("logs/r1/agent-1.log.part")).doesNotExist();
  }

  @Test
  void filesOfAnEarlierRunAreNeitherOverwrittenNorAddedTo() throws IOException {
    Files.writeString(work.resolve("agent-1.log.part"), "growing");
    Files.writeString(work.resolve("agent-2.log"), "whole");
    var folder = new LogFolder(work);

    assertThatThrownBy(() -> folder.append("agent-1", new byte[1], true))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> folder.append("agent-2", new byte[1], true))
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(work.resolve("agent-1.log.part")).hasContent("growing");
    assertThat(work.resolve("agent-2.log")).hasContent("whole");
  }

  @Test
  void aLogThatWasDeletedUnderItsWriterIsNotBegunAnew() throws IOException {
    var folder = new LogFolder(work);
    folder.append("agent-1", new byte[1], true);
    Files.delete(folder.part("agent-1"));

    assertThatThrownBy(() -> folder.append("agent-1", new byte[1], false))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(folder.settle("agent-1")).isEmpty();
  }

  @Test
  void theLastSixtyFourMebibytesOfADiskAreLeftToTheResults() throws IOException {
    var folder = new LogFolder(work, () -> LogFolder.RESERVED_BYTES + 10);

    folder.append("agent-1", new byte[10], true);

    assertThatThrownBy(() -> folder.append("agent-1", new byte[11], false))
        .isInstanceOf(IOException.class)
        .hasMessage("less than 64 MiB are free on its disk");
    assertThat(folder.part("agent-1")).hasSize(10);
  }
}
