package dev.rundle.cli.live;

import dev.rundle.cli.config.FileTrouble;
import dev.rundle.cli.output.Figures;
import dev.rundle.model.failure.BadInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is spoken: one text per line, blank lines left out. */
final class Texts {
  private static final String BUILT_IN = "/dev/rundle/cli/texts/mixed.txt";
  private static final int MOST = 10_000;

  /** UTF-8 bytes of all texts: they go to each agent in one message. */
  private static final long MOST_BYTES = 700_000;

  private Texts() {}

  /**
   * Those of a file, or the built-in mix of 13 to 140 characters.
   *
   * @throws BadInput if the file cannot be used
   */
  static List<String> load(Optional<Path> file) {
    return file.isPresent() ? ofFile(file.get()) : builtIn();
  }

  private static List<String> builtIn() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Texts.class.getResourceAsStream(BUILT_IN), StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> ofFile(Path file) {
    List<String> texts;
    try (var lines = Files.lines(file, StandardCharsets.UTF_8)) {
      texts = lines.map(String::strip).filter(line -> !line.isEmpty()).limit(MOST + 1L).toList();
    } catch (IOException | UncheckedIOException e) {
      throw new BadInput(
          "cannot read the texts " + file,
          FileTrouble.why(e),
          "give --texts a file in UTF-8 with one text per line",
          e);
    }
    if (texts.isEmpty() || texts.size() > MOST) {
      throw new BadInput(
          "the texts " + file + (texts.isEmpty() ? " are empty" : " are more than " + MOST),
          "",
          "give --texts a file with 1 to " + MOST + " lines");
    }
    long bytes =
        texts.stream().mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length).sum();
    if (bytes > MOST_BYTES) {
      throw new BadInput(
          "the texts "
              + file
              + " are "
              + Figures.count(bytes)
              + " bytes in UTF-8, more than "
              + Figures.count(MOST_BYTES),
          "all of them go to each agent in one message",
          "give --texts fewer or shorter lines: a part of them stands for the whole mix");
    }
    return texts;
  }
}
