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
import java.util.UUID;

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
   * @param logs logs of all agents; those that cannot be used are left out
   * @param staircase concurrency of all agents together
   * @param rungs what the report shows: each of these whose rows in the logs are exactly as many as
   *     the measurement counted
   * @param title the report's heading
   * @param slo bound of the report's slowest class of times
   * @param folder must not exist yet, or be empty
   * @throws BadInput if no log can be used, or nothing remains to be shown
   * @throws Refused if the folder is in use
   * @throws RemoteFailure if the folder cannot be written to, or Gatling cannot draw the report
   */
  public static Rendered render(
      List<LogSource> logs,
      Staircase staircase,
      List<RungGroup> rungs,
      String title,
      Duration slo,
      Path folder) {
    Path target = folder.toAbsolutePath().normalize();
    Path work = null;
    try {
      refuseIfInUse(target);
      Files.createDirectories(target.getParent());
      // Not a temporary directory of the platform, which only its owner could read.
      work = Files.createDirectory(target.resolveSibling(".report-" + UUID.randomUUID()));
      var rewritten =
          new LadderLog(staircase, rungs, title)
              .rewrite(logs, work.resolve(EmbeddedGatling.LOG_FILE));
      if (rewritten.carried().requests() == 0) {
        throw nothingToReport(rewritten.leftOut());
      }
      draw(work, (int) Math.min(Integer.MAX_VALUE, Math.max(2, slo.toMillis())));
      Files.move(work, target, StandardCopyOption.REPLACE_EXISTING);
      return new Rendered(target.resolve("index.html"), rewritten.leftOut(), rewritten.carried());
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

  private static void draw(Path work, int slowMillis) {
    try {
      EmbeddedGatling.report(work, slowMillis / 2, slowMillis);
    } catch (RuntimeException e) {
      throw new RemoteFailure(
          "Gatling could not draw the report: " + e,
          "the measurement itself does not need it",
          "check that the disk is not full and that the JVM has 1 GB to spare",
          e);
    }
  }

  private static BadInput nothingToReport(List<String> leftOut) {
    int more = leftOut.size() - 1;
    return leftOut.isEmpty()
        ? new BadInput(
            "There is nothing to report: no request was made inside a measuring window",
            "the ladder was ended before its first rung was measured",
            "run the ladder again")
        : new BadInput(
            "There is nothing to report: "
                + leftOut.get(0)
                + (more == 0
                    ? ""
                    : "; and " + more + " more " + (more == 1 ? "is" : "are") + " left out"),
            "a rung is shown only if the logs hold exactly the requests that were measured",
            "the measurement itself does not need the logs; for a report, run the ladder again");
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
