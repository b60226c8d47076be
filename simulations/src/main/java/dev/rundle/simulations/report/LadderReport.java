package dev.rundle.simulations.report;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.simulations.engine.EmbeddedGatling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The HTML report of a ladder, made by Gatling's own generator: a group for each rung, whose time
 * is the time to first audio, with the full responses below it, and the true staircase of
 * concurrency as its active users. The pages need no network. Gatling's charts are used as
 * delivered, under their own licence.
 */
public final class LadderReport {
  private LadderReport() {}

  /**
   * Renders.
   *
   * @param logs logs of all agents
   * @param staircase concurrency of all agents together
   * @param labels what the report calls each group; groups not mentioned keep their names
   * @param title the report's heading
   * @param slo bound of the report's slowest class of times
   * @param folder must not exist yet, or be empty
   * @return the report's first page
   * @throws BadInput if a log cannot be read, or no log holds a request
   * @throws Refused if the folder is in use
   */
  public static Path render(
      List<Path> logs,
      Staircase staircase,
      Map<String, String> labels,
      String title,
      Duration slo,
      Path folder) {
    Path target = folder.toAbsolutePath().normalize();
    Path work = null;
    try {
      refuseIfInUse(target);
      Files.createDirectories(target.getParent());
      work = Files.createTempDirectory(target.getParent(), ".report-");
      var carried =
          new LadderLog(staircase, labels, title)
              .rewrite(logs, work.resolve(EmbeddedGatling.LOG_FILE));
      if (carried.requests() == 0) {
        throw new BadInput(
            "There is nothing to report: no request was made inside a measuring window",
            "the ladder was ended before its first rung was measured",
            "run the ladder again");
      }
      int slowMillis = Math.toIntExact(Math.max(2, slo.toMillis()));
      EmbeddedGatling.report(work, slowMillis / 2, slowMillis);
      Files.move(work, target, StandardCopyOption.REPLACE_EXISTING);
      return target.resolve("index.html");
    } catch (IOException | UncheckedIOException e) {
      throw new RemoteFailure(
          "The report could not be written to " + folder + ": " + e.getMessage(),
          "",
          "check that the folder can be written to and that the disk is not full",
          e);
    } finally {
      deleteIfLeft(work);
    }
  }

  private static void refuseIfInUse(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    boolean empty = false;
    if (Files.isDirectory(folder)) {
      try (var entries = Files.list(folder)) {
        empty = entries.findAny().isEmpty();
      }
    }
    if (!empty) {
      throw new Refused(
          folder + " is in use already",
          "a report is never overwritten",
          "name another folder, or remove that one");
    }
  }

  private static void deleteIfLeft(Path work) {
    if (work == null || !Files.exists(work)) {
      return;
    }
    try {
      Files.walkFileTree(work, new Deletion());
    } catch (IOException e) {
      // A temporary folder that stays behind does no harm; the report or its failure matters more.
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
