package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** CloudWatch Logs: one group for each endpoint. What is younger than the log lag is unseen. */
public final class Logs {
  private final Engine engine;
  private final LogStore store;
  private final Arns arns;

  Logs(Engine engine, LogStore store, Arns arns) {
    this.engine = engine;
    this.store = store;
    this.arns = arns;
  }

  /** By name. */
  public List<LogGroup> describeGroups(Optional<String> prefix) {
    return engine.call(
        () ->
            store.groups().entrySet().stream()
                .filter(entry -> prefix.map(entry.getKey()::startsWith).orElse(true))
                .map(entry -> describe(entry.getKey(), entry.getValue()))
                .toList());
  }

  private LogGroup describe(String name, LogStore.Group group) {
    long bytes =
        group.streams().values().stream()
            .flatMap(List::stream)
            .filter(this::isReadable)
            .mapToLong(event -> event.message().length() + 26L)
            .sum();
    return new LogGroup(name, arns.logGroup(name) + ":*", group.createdAt(), bytes);
  }

  /**
   * By name.
   *
   * @throws WorldError ResourceNotFoundException
   */
  public List<LogStream> describeStreams(String group, Optional<String> prefix) {
    return engine.call(
        () ->
            find(group).streams().keySet().stream()
                .filter(name -> prefix.map(name::startsWith).orElse(true))
                .flatMap(name -> describe(group, name).stream())
                .toList());
  }

  private Optional<LogStream> describe(String group, String stream) {
    List<LogEvent> events = readable(find(group), stream).toList();
    if (events.isEmpty()) {
      return Optional.empty();
    }
    LogEvent first = events.get(0);
    LogEvent last = events.get(events.size() - 1);
    return Optional.of(
        new LogStream(
            stream,
            arns.logGroup(group) + ":log-stream:" + stream,
            first.at(),
            first.at(),
            last.at(),
            last.ingestedAt()));
  }

  /**
   * Events in [from, to), oldest first.
   *
   * @throws WorldError ResourceNotFoundException
   */
  public List<LogEvent> events(
      String group, String stream, Optional<Instant> from, Optional<Instant> to) {
    return engine.call(
        () -> {
          LogStore.Group found = find(group);
          if (readable(found, stream).findAny().isEmpty()) {
            throw WorldError.resourceNotFound("The specified log stream does not exist.");
          }
          return readable(found, stream)
              .filter(event -> from.map(start -> !event.at().isBefore(start)).orElse(true))
              .filter(event -> to.map(end -> event.at().isBefore(end)).orElse(true))
              .toList();
        });
  }

  /**
   * Events in [from, to] of all streams, or of these, or of those with this prefix, by time.
   *
   * @param pattern terms that must all occur; "quoted phrases", -excluded and ?optional terms
   * @throws WorldError ResourceNotFoundException; InvalidParameterException for other patterns
   */
  public List<LogEvent> filter(
      String group,
      List<String> streams,
      Optional<String> streamPrefix,
      Optional<Instant> from,
      Optional<Instant> to,
      Optional<String> pattern) {
    Predicate<String> matches = pattern.map(FilterPattern::parse).orElse(message -> true);
    return engine.call(
        () -> {
          LogStore.Group found = find(group);
          return found.streams().keySet().stream()
              .filter(name -> streams.isEmpty() || streams.contains(name))
              .filter(name -> streamPrefix.map(name::startsWith).orElse(true))
              .flatMap(name -> readable(found, name))
              .filter(event -> from.map(start -> !event.at().isBefore(start)).orElse(true))
              .filter(event -> to.map(end -> !event.at().isAfter(end)).orElse(true))
              .filter(event -> matches.test(event.message()))
              .sorted(Comparator.comparing(LogEvent::at).thenComparing(LogEvent::id))
              .toList();
        });
  }

  private LogStore.Group find(String group) {
    LogStore.Group found = store.groups().get(group);
    if (found == null) {
      throw WorldError.resourceNotFound("The specified log group does not exist.");
    }
    return found;
  }

  private Stream<LogEvent> readable(LogStore.Group group, String stream) {
    return group.streams().getOrDefault(stream, List.of()).stream().filter(this::isReadable);
  }

  private boolean isReadable(LogEvent event) {
    return !event.ingestedAt().isAfter(engine.instant());
  }
}
