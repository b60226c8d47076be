package dev.rundle.coordinator;

import dev.rundle.model.control.LogsSource;
import dev.rundle.model.control.LogsSource.LogStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A variant's instances as its log group names them: one stream {@code <variant>/<instance>} each.
 * Streams outlive their instances, so only those that were not there before say something.
 */
public final class InstanceStreams {
  private static final String GROUP = "/aws/sagemaker/Endpoints/";

  private final LogsSource logs;
  private final String group;
  private final String prefix;
  private final Set<String> known = new HashSet<>();

  public InstanceStreams(LogsSource logs, String endpoint, String variant) {
    this.logs = logs;
    this.group = GROUP + endpoint;
    this.prefix = variant + "/";
  }

  /** Takes all streams of now for known. */
  public void markKnown() {
    streams().forEach(stream -> known.add(stream.name()));
  }

  /** True if there was a stream when they were last marked. */
  public boolean isAnyKnown() {
    return !known.isEmpty();
  }

  /** Streams that appeared since, earliest first event first. */
  public List<LogStream> fetchNew() {
    return streams().stream()
        .filter(stream -> !known.contains(stream.name()))
        .sorted(Comparator.comparing(LogStream::firstEventAt))
        .toList();
  }

  /** The lines of a stream from an instant on. */
  public List<String> fetchLines(LogStream stream, Instant from) {
    return logs.fetchEvents(group, stream.name(), from).stream()
        .map(LogsSource.LogEvent::message)
        .toList();
  }

  /** The instance's id in a stream's name. */
  public static String instanceId(LogStream stream) {
    return stream.name().substring(stream.name().indexOf('/') + 1);
  }

  private List<LogStream> streams() {
    return logs.listStreams(group).stream()
        .filter(stream -> stream.name().startsWith(prefix))
        .toList();
  }
}
