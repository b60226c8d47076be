package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.InstanceStreams;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.control.LogsSource.LogStream;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageMarkers;
import dev.rundle.model.scaleout.StageTime;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the stages of one scale-out, from wherever each is seen, and tells each once. */
final class StageLog {
  private final InstanceStreams streams;
  private final RunListener listener;
  private final Map<Stage, StageTime> reached = new EnumMap<>(Stage.class);
  private Optional<String> instance = Optional.empty();
  private boolean logsReadable = true;

  StageLog(InstanceStreams streams, RunListener listener) {
    this.streams = streams;
    this.listener = listener;
  }

  /** Takes the streams of now for those of instances that were there before. */
  void begin() {
    readLogs(streams::markKnown);
  }

  void reach(Stage stage, Instant at, boolean bounded, String source) {
    add(new StageTime(stage, at, bounded, source));
  }

  boolean hasReached(Stage stage) {
    return reached.containsKey(stage);
  }

  Instant at(Stage stage) {
    return reached.get(stage).at();
  }

  List<StageTime> stages() {
    return List.copyOf(reached.values());
  }

  /** The new instance's id, once it has logged. */
  Optional<String> instance() {
    return instance;
  }

  boolean canReadLogs() {
    return logsReadable;
  }

  /** Reads what the new instance has logged by now. */
  void readLogs() {
    readLogs(
        () -> {
          Instant from = at(Stage.DESIRED_SET);
          List<LogStream> newcomers =
              streams.fetchNew().stream().filter(s -> !s.firstEventAt().isBefore(from)).toList();
          if (newcomers.isEmpty()) {
            return;
          }
          LogStream stream = newcomers.get(0);
          if (newcomers.size() > 1) {
            listener.warning(
                "%d instances began to log; the stages are those of the first, %s"
                    .formatted(newcomers.size(), InstanceStreams.instanceId(stream)));
          }
          instance = Optional.of(InstanceStreams.instanceId(stream));
          add(
              new StageTime(
                  Stage.INSTANCE_LOGGING,
                  stream.firstEventAt(),
                  true,
                  "first event of its log stream"));
          StageMarkers.stages(streams.fetchLines(stream, from)).forEach(this::add);
        });
  }

  private void add(StageTime stage) {
    StageTime known = reached.get(stage.stage());
    // A reconstructed time gives way to the marker that came late.
    if (known == null || known.bounded() && !stage.bounded()) {
      reached.put(stage.stage(), stage);
      listener.stage(stage);
    }
  }

  private void readLogs(Runnable read) {
    if (!logsReadable) {
      return;
    }
    try {
      read.run();
    } catch (RemoteFailure e) {
      logsReadable = false;
      listener.warning(
          "the endpoint's logs cannot be read, so the container's stages are missing: " + e.what());
    }
  }
}
