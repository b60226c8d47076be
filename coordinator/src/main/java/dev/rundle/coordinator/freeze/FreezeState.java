package dev.rundle.coordinator.freeze;

/**
 * How far a freeze has come. A state is entered only from the one before it, so that pinning an
 * endpoint that was not written down does not compile.
 */
public sealed interface FreezeState {
  FreezeRecord record();

  /** Written down and synced to disk; nothing is changed yet. */
  record Recorded(FreezeRecord record) implements FreezeState {
    Suspended suspended() {
      return new Suspended(record);
    }
  }

  /** Auto scaling is suspended, where there is any. */
  record Suspended(FreezeRecord record) implements FreezeState {
    Pinned pinned(int instances) {
      return new Pinned(record, instances);
    }
  }

  /** Capacity is at {@code instances}, and stays there. */
  record Pinned(FreezeRecord record, int instances) implements FreezeState {}
}
