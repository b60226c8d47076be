package dev.rundle.coordinator.freeze;

import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.RemoteFailure;
import java.util.List;

/**
 * Restores from a journal and clears the record: put back, read back, note that, remove the tag,
 * close. A journal that says restored is only cleared, so that a thaw long after cannot undo what
 * somebody changed since.
 */
final class RecordedRestore {
  private final Ports ports;
  private final Timing timing;
  private final RunListener listener;

  RecordedRestore(Ports ports, Timing timing, RunListener listener) {
    this.ports = ports;
    this.timing = timing;
    this.listener = listener;
  }

  /**
   * Restores.
   *
   * @return what was done
   * @throws RemoteFailure if something could not be put back; the journal then stays open
   */
  List<String> run(FreezeJournal journal) {
    PriorState prior = journal.record().prior();
    var restore = new Restore(ports, timing, listener);
    List<String> actions = List.of();
    if (!journal.isRestored()) {
      note(journal, JournalStep.RESTORING);
      actions = restore.putBack(prior);
      note(journal, JournalStep.RESTORED);
    }
    try {
      restore.removeTag(prior.endpointArn());
    } catch (RuntimeException e) {
      throw new RemoteFailure(
          prior.endpoint()
              + " is restored, but the tag "
              + FreezeTag.KEY
              + " is still on it: "
              + e.getMessage(),
          "the next run would take it for frozen",
          "run: rundle thaw --endpoint " + prior.endpoint(),
          e);
    }
    note(journal, JournalStep.CLOSED);
    return actions;
  }

  /** A full disk must not keep an endpoint frozen. */
  private void note(FreezeJournal journal, JournalStep step) {
    try {
      journal.note(step, timing.now());
    } catch (BadInput e) {
      listener.warning(e.what());
    }
  }
}
