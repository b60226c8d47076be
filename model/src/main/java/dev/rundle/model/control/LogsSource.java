package dev.rundle.model.control;

import java.time.Instant;
import java.util.List;

/** Reads log streams; a missing group reads as empty. */
public interface LogsSource {
  List<LogStream> listStreams(String logGroup);

  /** All events of a stream from an instant on, oldest first. */
  List<LogEvent> fetchEvents(String logGroup, String stream, Instant from);

  record LogStream(String name, Instant firstEventAt) {}

  record LogEvent(Instant at, String message) {}
}
