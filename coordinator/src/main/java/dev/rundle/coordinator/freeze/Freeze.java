package dev.rundle.coordinator.freeze;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.failure.RundleException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Holds an endpoint still while something is measured on it: writes down what it is, suspends its
 * auto scaling, pins its capacity, and puts everything back, whatever happens in between.
 */
public final class Freeze {
  private static final CapacityChange.Settings PINNING =
      new CapacityChange.Settings(Duration.ofSeconds(2), Duration.ofMinutes(30), false);

  private final Ports ports;
  private final Timing timing;
  private final JournalFolder folder;
  private final RunListener listener;

  /**
   * @param workFolder where the journal is kept; {@link Thaw} looks there
   */
  public Freeze(Ports ports, Timing timing, Path workFolder, RunListener listener) {
    this.ports = ports;
    this.timing = timing;
    this.folder = new JournalFolder(workFolder);
    this.listener = listener;
  }

  /** What is done on a frozen endpoint. */
  @FunctionalInterface
  public interface Work<T> {
    T on(FreezeState.Pinned pinned);
  }

  /**
   * The work's result, and whether the endpoint was put back.
   *
   * @param notRestored what could not be put back; the result is good all the same
   */
  public record Thawed<T>(T result, Optional<RemoteFailure> notRestored) {}

  /**
   * Freezes, works, restores.
   *
   * @param instances what to pin the variant to
   * @throws Refused if the endpoint is frozen by a live run or is not InService; nothing was
   *     changed
   * @throws RemoteFailure if freezing failed, after restoring; or if work and restore both failed
   */
  public <T> Thawed<T> whileFrozen(
      String runId,
      String endpoint,
      String variant,
      int instances,
      Interruption interruption,
      Work<T> work) {
    interruption.check();
    Open open = writeDown(runId, endpoint, variant);
    T result;
    try {
      listener.phase(Phase.FREEZING, endpoint, Optional.empty());
      FreezeState.Suspended suspended = suspend(open, tag(open));
      result = work.on(pin(open, suspended, instances, interruption));
    } catch (RuntimeException | Error failure) {
      restore(open)
          .ifPresent(
              notRestored -> {
                notRestored.addSuppressed(failure);
                throw alsoFailed(notRestored, failure);
              });
      throw failure;
    }
    return new Thawed<>(result, restore(open));
  }

  /** A freeze with its journal. */
  private record Open(FreezeState.Recorded state, FreezeJournal journal) {}

  private Open writeDown(String runId, String endpoint, String variant) {
    MeasuredEndpoint found = MeasuredEndpoint.find(ports.endpoints(), endpoint, variant);
    EndpointState state = found.state();
    EndpointState.Variant now = found.variant();
    refuseIfFrozen(state);
    found.requireInService();
    String resourceId = ScalableTarget.resourceId(endpoint, variant);
    var prior =
        new PriorState(
            endpoint,
            state.arn(),
            variant,
            now.desiredInstanceCount(),
            now.currentInstanceCount(),
            ports.scaling().findTarget(resourceId),
            ports.scaling().listPolicies(resourceId).stream()
                .map(ScalingPolicy::name)
                .sorted()
                .toList());
    var record =
        new FreezeRecord(
            runId,
            timing.now().truncatedTo(ChronoUnit.SECONDS),
            LiveRun.thisHost(),
            ProcessHandle.current().pid(),
            prior);
    FreezeJournal journal = FreezeJournal.create(folder.path(), record);
    return new Open(new FreezeState.Recorded(record), journal);
  }

  /**
   * Looks for an open record of a freeze, here and on the endpoint.
   *
   * @throws Refused if there is one
   */
  public void refuseIfFrozen(EndpointState state) {
    JournalFolder.Contents journals = folder.look(state.name());
    journals
        .unreadable()
        .forEach(
            u ->
                listener.warning(
                    "the freeze journal " + u.file() + " cannot be used: " + u.reason()));
    if (!journals.open().isEmpty()) {
      throw frozenBy(state.name(), journals.open().get(0).record().describe(timing.now()));
    }
    String tag = state.tags().get(FreezeTag.KEY);
    if (tag != null) {
      throw frozenBy(state.name(), describe(tag, state));
    }
  }

  private String describe(String tag, EndpointState state) {
    try {
      return FreezeTag.decode(tag, state.name(), state.arn()).describe(timing.now());
    } catch (UnreadableRecord e) {
      return "a run that cannot be named, because " + e.getMessage();
    }
  }

  private static Refused frozenBy(String endpoint, String run) {
    return new Refused(
        endpoint + " is already frozen by " + run,
        "two runs would each restore the other's capacity",
        "wait for it; if that run is dead: rundle thaw --endpoint " + endpoint);
  }

  /** Leaves the copy on the endpoint, and sees whether somebody else did so at the same moment. */
  private FreezeState.Recorded tag(Open open) {
    FreezeRecord record = open.state().record();
    PriorState prior = record.prior();
    open.journal().note(JournalStep.TAGGING, timing.now());
    ports.endpoints().addTags(prior.endpointArn(), Map.of(FreezeTag.KEY, FreezeTag.encode(record)));
    ports
        .endpoints()
        .findEndpoint(prior.endpoint())
        .filter(state -> state.tags().containsKey(FreezeTag.KEY))
        .filter(state -> !state.tags().get(FreezeTag.KEY).contains(" run=" + record.runId() + " "))
        .ifPresent(
            state -> {
              throw frozenBy(prior.endpoint(), describe(state.tags().get(FreezeTag.KEY), state));
            });
    return open.state();
  }

  private FreezeState.Suspended suspend(Open open, FreezeState.Recorded recorded) {
    PriorState prior = recorded.record().prior();
    if (prior.target().filter(t -> !t.suspended().equals(SuspendedState.ALL)).isPresent()) {
      open.journal().note(JournalStep.SUSPENDING, timing.now());
      ports.scaling().setSuspended(prior.resourceId(), SuspendedState.ALL);
    }
    return recorded.suspended();
  }

  private FreezeState.Pinned pin(
      Open open, FreezeState.Suspended suspended, int instances, Interruption interruption) {
    PriorState prior = suspended.record().prior();
    open.journal().note(JournalStep.PINNING, timing.now());
    new CapacityChange(ports.endpoints(), timing, PINNING)
        .bringTo(prior.endpoint(), prior.variant(), instances, interruption);
    open.journal().note(JournalStep.PINNED, timing.now());
    return suspended.pinned(instances);
  }

  private Optional<RemoteFailure> restore(Open open) {
    PriorState prior = open.state().record().prior();
    listener.phase(Phase.RESTORING, prior.endpoint(), Optional.empty());
    try {
      new RecordedRestore(ports, timing, listener).run(open.journal());
      return Optional.empty();
    } catch (RemoteFailure e) {
      return Optional.of(e);
    }
  }

  private static RemoteFailure alsoFailed(RemoteFailure notRestored, Throwable first) {
    String cause =
        first instanceof RundleException r ? r.what() : String.valueOf(first.getMessage());
    return new RemoteFailure(
        notRestored.what(),
        notRestored.why() + "; the run itself ended with: " + cause,
        notRestored.next(),
        notRestored);
  }
}
