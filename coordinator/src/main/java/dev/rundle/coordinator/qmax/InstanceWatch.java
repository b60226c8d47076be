package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.InstanceStreams;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.control.LogsSource.LogStream;
import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Watches that a rung is held by the one instance that it is meant for: the count by describing the
 * endpoint every few seconds, the instance's identity by its log streams once after the rung,
 * because an instance may be replaced at a constant count.
 */
final class InstanceWatch {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final EndpointControl endpoints;
  private final ScalingControl scaling;
  private final InstanceStreams streams;
  private final Timing timing;
  private final RunListener listener;
  private final String endpoint;
  private final String variant;
  private final int pinned;

  private List<Integer> counts = List.of();
  private Timing.Deadline nextLook;
  private Instant began;
  private boolean logsReadable = true;

  InstanceWatch(
      EndpointControl endpoints,
      ScalingControl scaling,
      InstanceStreams streams,
      Timing timing,
      RunListener listener,
      String endpoint,
      String variant,
      int pinned) {
    this.endpoints = endpoints;
    this.scaling = scaling;
    this.streams = streams;
    this.timing = timing;
    this.listener = listener;
    this.endpoint = endpoint;
    this.variant = variant;
    this.pinned = pinned;
  }

  /** Takes the streams of now for those of the pinned instance. */
  void begin() {
    began = timing.now();
    readLogs(
        () -> {
          streams.markKnown();
          return Optional.empty();
        });
  }

  /** Begins a rung. */
  void beginRung() {
    // The pinned count leads, so that a count that is wrong all the time is seen as a change.
    counts = new ArrayList<>(List.of(pinned));
    look();
  }

  /** Looks again if it is time to. */
  void lookIfDue() {
    if (nextLook.isOver()) {
      look();
    }
  }

  void look() {
    nextLook = timing.deadlineIn(EVERY);
    try {
      Optional<EndpointState.Variant> now =
          endpoints.findEndpointStatus(endpoint).flatMap(state -> state.findVariant(variant));
      counts.add(now.map(EndpointState.Variant::currentInstanceCount).orElse(0));
    } catch (RemoteFailure e) {
      listener.warning("the instance count could not be read for a moment: " + e.what());
    }
  }

  boolean isChanged() {
    return counts.stream().anyMatch(count -> count != pinned);
  }

  /** Every count seen while the rung was held, the pinned one first. */
  List<Integer> counts() {
    return List.copyOf(counts);
  }

  /** Why the rung says nothing about one instance held still, the figures of the load aside. */
  List<String> disturbances() {
    return Stream.of(replacedInstance(), thawed()).flatMap(Optional::stream).toList();
  }

  /** Somebody may thaw the endpoint while it is measured; then policies act again. */
  private Optional<String> thawed() {
    String resourceId = ScalableTarget.resourceId(endpoint, variant);
    try {
      return scaling
          .findTarget(resourceId)
          .filter(target -> !target.suspended().equals(SuspendedState.ALL))
          .map(target -> "auto scaling of " + resourceId + " is no longer suspended");
    } catch (RemoteFailure e) {
      listener.warning("the suspensions could not be read for a moment: " + e.what());
      return Optional.empty();
    }
  }

  /** Why the rung was not held by one and the same instance, as far as logs tell by now. */
  private Optional<String> replacedInstance() {
    return readLogs(
        () -> {
          // A container that logs for the first time now has been there all the time.
          Optional<LogStream> newcomer =
              streams.isAnyKnown()
                  ? streams.fetchNew().stream()
                      .filter(stream -> stream.firstEventAt().isAfter(began))
                      .findFirst()
                  : Optional.empty();
          streams.markKnown();
          return newcomer.map(
              stream ->
                  "instance %s began to log at %s: an instance was replaced"
                      .formatted(InstanceStreams.instanceId(stream), stream.firstEventAt()));
        });
  }

  private Optional<String> readLogs(Supplier<Optional<String>> read) {
    if (!logsReadable) {
      return Optional.empty();
    }
    try {
      return read.get();
    } catch (RemoteFailure e) {
      logsReadable = false;
      listener.warning(
          "the endpoint's logs cannot be read, so a replaced instance would go unnoticed: "
              + e.what());
      return Optional.empty();
    }
  }
}
