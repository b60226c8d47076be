package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.LogEvent;
import dev.rundle.sandbox.world.LogStream;
import dev.rundle.sandbox.world.World;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** CloudWatch Logs: groups, streams and events. */
final class LogsService implements Service {
  private static final int PAGE = 50;
  private static final int EVENTS = 10_000;

  @Override
  public Complaints complaints() {
    return Complaints.LOGS;
  }

  @Override
  public Map<String, Operation> operations() {
    return Map.of(
        "DescribeLogGroups", LogsService::describeGroups,
        "DescribeLogStreams", LogsService::describeStreams,
        "GetLogEvents", LogsService::getEvents,
        "FilterLogEvents", LogsService::filterEvents);
  }

  private static ObjectNode describeGroups(World world, Input input) {
    var page = page(input, world.logs().describeGroups(input.findText("logGroupNamePrefix")), PAGE);
    return page.output(
        "logGroups",
        group ->
            Tree.object()
                .put("logGroupName", group.name())
                .put("creationTime", group.createdAt().toEpochMilli())
                .put("metricFilterCount", 0)
                .put("arn", group.arn())
                .put("logGroupArn", group.arn().replaceFirst(":\\*$", ""))
                .put("logGroupClass", "STANDARD")
                .put("storedBytes", group.storedBytes()),
        "nextToken");
  }

  private static ObjectNode describeStreams(World world, Input input) {
    var byTime = input.findText("orderBy").filter("LastEventTime"::equals).isPresent();
    var prefix = input.findText("logStreamNamePrefix");
    if (byTime && prefix.isPresent()) {
      throw input.complaints().invalid("Cannot order by LastEventTime with a logStreamNamePrefix.");
    }
    Comparator<LogStream> order =
        byTime
            ? Comparator.comparing(LogStream::lastEventAt)
            : Comparator.comparing(LogStream::name);
    boolean descending = input.findBoolean("descending").orElse(false);
    var sorted =
        world.logs().describeStreams(group(input), prefix).stream()
            .sorted(descending ? order.reversed() : order)
            .toList();
    var page = page(input, sorted, PAGE);
    return page.output("logStreams", LogsService::stream, "nextToken");
  }

  private static ObjectNode stream(LogStream stream) {
    return Tree.object()
        .put("logStreamName", stream.name())
        .put("creationTime", stream.createdAt().toEpochMilli())
        .put("firstEventTimestamp", stream.firstEventAt().toEpochMilli())
        .put("lastEventTimestamp", stream.lastEventAt().toEpochMilli())
        .put("lastIngestionTime", stream.lastIngestedAt().toEpochMilli())
        .put("arn", stream.arn())
        .put("storedBytes", 0);
  }

  private static ObjectNode getEvents(World world, Input input) {
    var events =
        world
            .logs()
            .events(
                group(input),
                input.text("logStreamName"),
                millis(input, "startTime"),
                millis(input, "endTime"));
    var window =
        EventWindow.of(
            events,
            input.findText("nextToken"),
            input.findBoolean("startFromHead").orElse(false),
            Page.size(input, "limit", EVENTS, EVENTS));
    var output = Tree.object();
    output.set("events", Tree.list(window.events(), LogsService::event));
    return output
        .put("nextForwardToken", window.forwardToken())
        .put("nextBackwardToken", window.backwardToken());
  }

  private static ObjectNode filterEvents(World world, Input input) {
    var events =
        world
            .logs()
            .filter(
                group(input),
                input.texts("logStreamNames"),
                input.findText("logStreamNamePrefix"),
                millis(input, "startTime"),
                millis(input, "endTime"),
                input.findText("filterPattern"));
    var page = page(input, events, EVENTS);
    var output =
        page.output(
            "events",
            event -> event(event).put("logStreamName", event.stream()).put("eventId", event.id()),
            "nextToken");
    output.set("searchedLogStreams", Tree.texts(List.of()));
    return output;
  }

  private static ObjectNode event(LogEvent event) {
    return Tree.object()
        .put("timestamp", event.at().toEpochMilli())
        .put("message", event.message())
        .put("ingestionTime", event.ingestedAt().toEpochMilli());
  }

  /** By name, or by an identifier that is a name or an ARN. */
  private static String group(Input input) {
    return input
        .findText("logGroupName")
        .or(
            () ->
                input
                    .findText("logGroupIdentifier")
                    .map(id -> id.replaceFirst("^arn:[^:]+:logs:[^:]*:[^:]*:log-group:", ""))
                    .map(id -> id.replaceFirst(":\\*$", "")))
        .orElseThrow(() -> input.complaints().missing("logGroupName"));
  }

  private static Optional<Instant> millis(Input input, String member) {
    return input.findLong(member).map(Instant::ofEpochMilli);
  }

  private static <T> Page<T> page(Input input, List<T> all, int largest) {
    return Page.of(
        all,
        input.findText("nextToken"),
        Page.size(input, "limit", largest, largest),
        LogsService::invalidToken);
  }

  private static ServiceError invalidToken() {
    return Complaints.LOGS.invalid("The specified nextToken is invalid.");
  }
}
