package dev.rundle.sagemaker.logs;

import dev.rundle.model.control.LogsSource;
import dev.rundle.sagemaker.access.AwsClients;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.cloudwatchlogs.model.OutputLogEvent;
import software.amazon.awssdk.services.cloudwatchlogs.model.ResourceNotFoundException;

/** Log streams and events through CloudWatch Logs. */
public final class CloudWatchLogs implements LogsSource {
  private final AwsClients clients;

  public CloudWatchLogs(AwsClients clients) {
    this.clients = clients;
  }

  /** {@inheritDoc} A stream without an event yet counts from its creation. */
  @Override
  public List<LogStream> listStreams(String logGroup) {
    return listed(
        "logs:DescribeLogStreams",
        logGroup,
        () ->
            clients
                .logs()
                .describeLogStreamsPaginator(r -> r.logGroupName(logGroup))
                .logStreams()
                .stream()
                .map(
                    s ->
                        new LogStream(
                            s.logStreamName(),
                            Instant.ofEpochMilli(
                                s.firstEventTimestamp() != null
                                    ? s.firstEventTimestamp()
                                    : s.creationTime() != null ? s.creationTime() : 0L)))
                .toList());
  }

  @Override
  public List<LogEvent> fetchEvents(String logGroup, String stream, Instant from) {
    return listed(
        "logs:GetLogEvents",
        logGroup + " " + stream,
        () ->
            clients
                .logs()
                .getLogEventsPaginator(
                    r ->
                        r.logGroupName(logGroup)
                            .logStreamName(stream)
                            .startFromHead(true)
                            .startTime(from.toEpochMilli()))
                .events()
                .stream()
                .map(CloudWatchLogs::event)
                .toList());
  }

  private static LogEvent event(OutputLogEvent e) {
    return new LogEvent(Instant.ofEpochMilli(e.timestamp()), e.message());
  }

  /** A group or stream that does not exist (yet) has nothing in it. */
  private <T> List<T> listed(String action, String resource, Supplier<List<T>> call) {
    return clients
        .failures()
        .call(
            action,
            resource,
            () -> {
              try {
                return call.get();
              } catch (ResourceNotFoundException e) {
                return List.of();
              }
            });
  }
}
