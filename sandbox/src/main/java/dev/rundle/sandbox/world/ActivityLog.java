package dev.rundle.sandbox.world;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** What scaling tried, newest first. Guarded by the engine's lock. */
final class ActivityLog {
  private static final int MOST = 1_000;

  private final Engine engine;
  private final Randomness randomness;
  private final Deque<Entry> entries = new ArrayDeque<>();

  ActivityLog(Engine engine, Randomness randomness) {
    this.engine = engine;
    this.randomness = randomness;
  }

  Entry begin(String resourceId, int capacity, String cause) {
    var entry = new Entry(capacity);
    entry.description =
        new ActivityDescription(
            randomness.uuid(),
            resourceId,
            Scaling.DIMENSION,
            "Setting desired instance count to " + capacity + ".",
            cause,
            engine.instant(),
            Optional.empty(),
            ActivityDescription.Status.IN_PROGRESS,
            "Successfully set desired instance count to "
                + capacity
                + ". Waiting for change to be fulfilled by sagemaker.");
    entries.addFirst(entry);
    if (entries.size() > MOST) {
      entries.removeLast();
    }
    return entry;
  }

  List<ActivityDescription> all() {
    return entries.stream().map(entry -> entry.description).toList();
  }

  /** An activity that may still be under way. */
  final class Entry {
    private final int capacity;
    private ActivityDescription description;

    private Entry(int capacity) {
      this.capacity = capacity;
    }

    void succeed() {
      end(
          ActivityDescription.Status.SUCCESSFUL,
          "Successfully set desired instance count to "
              + capacity
              + ". Change successfully fulfilled by sagemaker.");
    }

    /** The call was refused. */
    void refused(WorldError error) {
      end(
          ActivityDescription.Status.FAILED,
          "Failed to set desired instance count to "
              + capacity
              + ". Reason: "
              + error.getMessage()
              + " (Service: AmazonSageMaker; Status Code: "
              + error.httpStatus()
              + "; Error Code: "
              + error.code()
              + "; Request ID: "
              + randomness.uuid()
              + ").");
    }

    /** The call was accepted, and the change given up later. */
    void abandoned(String reason) {
      end(
          ActivityDescription.Status.FAILED,
          "Failed to set desired instance count to " + capacity + ". Reason: " + reason);
    }

    private void end(ActivityDescription.Status status, String message) {
      description =
          new ActivityDescription(
              description.id(),
              description.resourceId(),
              description.scalableDimension(),
              description.description(),
              description.cause(),
              description.startedAt(),
              Optional.of(engine.instant()),
              status,
              message);
    }
  }
}
