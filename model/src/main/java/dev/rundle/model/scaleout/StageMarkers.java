package dev.rundle.model.scaleout;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a container's start-up markers from its log, {@code === STAGE <name> t=<ISO-8601>
 * elapsed_s=<seconds> ===}, whatever stands around them. Malformed and unknown ones are ignored: a
 * log is not ours to refuse.
 */
public final class StageMarkers {
  private static final Pattern MARKER =
      Pattern.compile("=== STAGE (\\w+) t=(\\S+) elapsed_s=(\\d{1,9}(?:\\.\\d{1,9})?) ===");
  private static final EnumSet<Stage> OF_A_CONTAINER =
      EnumSet.range(Stage.CONTAINER_STARTED, Stage.READY);

  private StageMarkers() {}

  /**
   * One marker.
   *
   * @param elapsedSeconds since the container's process began
   */
  public record Marker(Stage stage, Instant at, double elapsedSeconds) {}

  /** The marker in a line, if there is one. */
  public static Optional<Marker> find(String line) {
    Matcher matcher = MARKER.matcher(line);
    if (!matcher.find()) {
      return Optional.empty();
    }
    return Stage.find(matcher.group(1))
        .filter(OF_A_CONTAINER::contains)
        .flatMap(
            stage ->
                instant(matcher.group(2))
                    .map(at -> new Marker(stage, at, Double.parseDouble(matcher.group(3)))));
  }

  /**
   * Stages of the container's last start. Where {@code container_started} has no marker it is
   * reconstructed, bounded, as the first marker's time less its {@code elapsed_s}.
   *
   * @param lines in the log's order; a container that started twice counts from its last start
   */
  public static List<StageTime> stages(Collection<String> lines) {
    List<Marker> start = lastStart(lines);
    List<StageTime> stages = new ArrayList<>();
    EnumSet<Stage> seen = EnumSet.noneOf(Stage.class);
    for (Marker marker : start) {
      if (seen.add(marker.stage())) {
        stages.add(
            new StageTime(
                marker.stage(),
                marker.at(),
                false,
                "container log marker (elapsed_s=" + seconds(marker.elapsedSeconds()) + ")"));
      }
    }
    if (!start.isEmpty() && !seen.contains(Stage.CONTAINER_STARTED)) {
      stages.add(0, reconstructed(start));
    }
    return List.copyOf(stages);
  }

  private static StageTime reconstructed(List<Marker> markers) {
    Marker first =
        markers.stream()
            .min(Comparator.comparing(Marker::at).thenComparing(Marker::stage))
            .orElseThrow();
    Duration elapsed = Duration.ofNanos(Math.round(first.elapsedSeconds() * 1e9));
    return new StageTime(
        Stage.CONTAINER_STARTED,
        first.at().minus(elapsed),
        true,
        "derived: "
            + first.stage().id()
            + " less its elapsed_s="
            + seconds(first.elapsedSeconds()));
  }

  /** A container's elapsed time only grows; where it falls, another start began. */
  private static List<Marker> lastStart(Collection<String> lines) {
    List<Marker> markers = new ArrayList<>();
    for (String line : lines) {
      find(line)
          .ifPresent(
              marker -> {
                if (!markers.isEmpty()
                    && marker.elapsedSeconds() < markers.get(markers.size() - 1).elapsedSeconds()) {
                  markers.clear();
                }
                markers.add(marker);
              });
    }
    return markers;
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static String seconds(double value) {
    return String.format(java.util.Locale.ROOT, "%.3f", value);
  }
}
