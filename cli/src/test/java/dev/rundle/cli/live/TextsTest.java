package dev.rundle.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextsTest {
  @TempDir private Path folder;

  @Test
  void sevenHundredKilobytesAreTakenAndNotOneByteMore() throws IOException {
    // 350 characters of two bytes each: what counts is bytes.
    Path file = folder.resolve("texts.txt");
    Files.write(file, Collections.nCopies(1_000, "ä".repeat(350)));

    assertThat(Texts.load(Optional.of(file))).hasSize(1_000);

    Files.writeString(file, Files.readString(file) + "b\n");
    BadInput refused = catchThrowableOfType(BadInput.class, () -> Texts.load(Optional.of(file)));

    assertThat(refused.what())
        .isEqualTo("the texts " + file + " are 700,001 bytes in UTF-8, more than 700,000");
    assertThat(refused.next()).contains("fewer or shorter lines");
  }
}
