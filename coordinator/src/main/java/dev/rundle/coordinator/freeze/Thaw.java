package dev.rundle.coordinator.freeze;

import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts back what a run that died left behind: from its journal in the work folder, else from the
 * copy in the endpoint's tag. Without either it only clears suspensions, because the capacity
 * before is not known. Running it again does no harm.
 */
public final class Thaw {
  private final Ports ports;
  private final Timing timing;
  private final JournalFolder folder;
  private final RunListener listener;

  public Thaw(Ports ports, Timing timing, Path workFolder, RunListener listener) {
    this.ports = ports;
    this.timing = timing;
    this.folder = new JournalFolder(workFolder);
    this.listener = listener;
  }

  /**
   * Restores an endpoint.
   *
   * @throws Refused if there is no such endpoint, or the run that froze it is still at work here
   * @throws RemoteFailure if something could not be put back; the record then stays
   */
  public ThawReport thaw(String endpoint) {
    EndpointState state =
        ports
            .endpoints()
            .findEndpoint(endpoint)
            .orElseThrow(
                () ->
                    new Refused(
                        "there is no endpoint " + endpoint,
                        "nothing can be thawed",
                        "check the name and the region"));
    listener.phase(Phase.RESTORING, endpoint, Optional.empty());
    JournalFolder.Contents journals = folder.look(endpoint);
    List<String> warnings = new ArrayList<>();
    journals
        .unreadable()
        .forEach(
            u -> warnings.add("the freeze journal " + u.file() + " cannot be used: " + u.reason()));
    if (!journals.open().isEmpty()) {
      return fromJournals(endpoint, journals.open(), warnings);
    }
    String tag = state.tags().get(FreezeTag.KEY);
    if (tag == null) {
      return withoutRecord(state, journals.closed(), warnings);
    }
    try {
      return fromTag(FreezeTag.decode(tag, endpoint, state.arn()), warnings);
    } catch (UnreadableRecord e) {
      warnings.add(e.getMessage());
      ThawReport report = withoutRecord(state, journals.closed(), warnings);
      new Restore(ports, timing, listener).removeTag(state.arn());
      return report;
    }
  }

  /** Each variant by its oldest open record: a later one would have recorded a frozen state. */
  private ThawReport fromJournals(
      String endpoint, List<FreezeJournal> oldestFirst, List<String> warnings) {
    List<String> actions = new ArrayList<>();
    List<String> doneVariants = new ArrayList<>();
    for (FreezeJournal journal : oldestFirst) {
      refuseIfAtWork(journal.record());
      String variant = journal.record().prior().variant();
      if (doneVariants.contains(variant)) {
        journal.note(JournalStep.CLOSED, timing.now());
        continue;
      }
      actions.addAll(new RecordedRestore(ports, timing, listener).run(journal));
      doneVariants.add(variant);
    }
    return new ThawReport(endpoint, ThawReport.Source.JOURNAL, actions, warnings);
  }

  private void refuseIfAtWork(FreezeRecord record) {
    if (LiveRun.isAtWork(record)) {
      throw new Refused(
          "%s is still at work on %s (process %d)"
              .formatted(record.describe(timing.now()), record.prior().endpoint(), record.pid()),
          "it would measure on an endpoint that changes under it",
          "end it with Ctrl-C or kill " + record.pid() + ": it restores the endpoint itself");
    }
  }

  /** Keeps a journal of it here, so that thawing again knows that it was done. */
  private ThawReport fromTag(FreezeRecord record, List<String> warnings) {
    refuseIfAtWork(record);
    List<String> actions;
    try {
      FreezeJournal journal = FreezeJournal.createFromTag(folder.path(), record);
      actions = new RecordedRestore(ports, timing, listener).run(journal);
    } catch (BadInput e) {
      warnings.add(e.what());
      var restore = new Restore(ports, timing, listener);
      actions = restore.putBack(record.prior());
      restore.removeTag(record.prior().endpointArn());
    }
    return new ThawReport(record.prior().endpoint(), ThawReport.Source.TAGS, actions, warnings);
  }

  private ThawReport withoutRecord(
      EndpointState state, List<FreezeJournal> closed, List<String> warnings) {
    List<String> actions = new ArrayList<>();
    for (EndpointState.Variant variant : state.variants()) {
      String resourceId = ScalableTarget.resourceId(state.name(), variant.name());
      Optional<ScalableTarget> target = ports.scaling().findTarget(resourceId);
      if (target.filter(t -> isAsRestored(t, closed)).isPresent()) {
        target
            .filter(t -> t.suspended().isAnySuspended())
            .ifPresent(t -> warnings.add(leftAsItWas(t)));
        continue;
      }
      if (target.filter(t -> t.suspended().isAnySuspended()).isPresent()) {
        ports.scaling().setSuspended(resourceId, SuspendedState.NONE);
        actions.add("suspensions of " + resourceId + " cleared");
      }
      warnings.add(
          "no record of a freeze was found: what capacity %s had before is unknown, it has %d now"
              .formatted(variant.name(), variant.desiredInstanceCount()));
    }
    return new ThawReport(state.name(), ThawReport.Source.NONE, actions, warnings);
  }

  private static String leftAsItWas(ScalableTarget target) {
    return "scaling of %s is partly or wholly suspended, as it was before the last run here, and is"
            .formatted(target.resourceId())
        + " left so; to lift it: aws application-autoscaling register-scalable-target with"
        + " --suspended-state";
  }

  /** Suspensions that the last freeze had found and put back are somebody's will. */
  private static boolean isAsRestored(ScalableTarget now, List<FreezeJournal> closed) {
    return closed.stream()
        .map(journal -> journal.record().prior())
        .filter(prior -> prior.resourceId().equals(now.resourceId()))
        .reduce((older, newer) -> newer)
        .flatMap(PriorState::target)
        .filter(before -> before.suspended().equals(now.suspended()))
        .isPresent();
  }
}
