package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Changes of weights and instance counts, from the call until the endpoint is InService again. */
final class CapacityUpdates {
  static final String NO_CAPACITY =
      "Unable to provision requested ML compute capacity due to InsufficientInstanceCapacity"
          + " error. Please retry using a different ML instance type or after some time.";

  private final Engine engine;
  private final SandboxSettings settings;
  private final Account account;
  private final Quotas quotas;
  private final Launcher launcher;
  private final List<Consumer<Endpoint>> listeners = new ArrayList<>();

  CapacityUpdates(
      Engine engine, SandboxSettings settings, Account account, Quotas quotas, Launcher launcher) {
    this.engine = engine;
    this.settings = settings;
    this.account = account;
    this.quotas = quotas;
    this.launcher = launcher;
  }

  /** Is told of every endpoint that is InService again. */
  void onInService(Consumer<Endpoint> listener) {
    listeners.add(listener);
  }

  /**
   * Begins a change.
   *
   * @param onEnd is told once the endpoint is InService again: why the change was given up, or
   *     nothing
   * @throws WorldError before anything is changed
   */
  void begin(String endpointName, List<CapacityChange> changes, Consumer<Optional<String>> onEnd) {
    Endpoint endpoint = account.endpoint(endpointName);
    if (endpoint.isUpdating()) {
      throw WorldError.validation("Cannot update in-progress endpoint \"" + endpoint.arn() + "\".");
    }
    check(endpoint, changes);
    var update = new Update(endpoint, onEnd);
    var failures = new ArrayList<Optional<ScaleOutFailure>>();
    for (CapacityChange change : changes) {
      failures.add(failureOf(endpoint.findVariant(change.variant()).orElseThrow(), change));
    }
    endpoint.beginUpdate(engine.instant());
    // Held open until every variant has been begun, lest the first one's end closes the update.
    update.open();
    for (int i = 0; i < changes.size(); i++) {
      CapacityChange change = changes.get(i);
      Variant variant = endpoint.findVariant(change.variant()).orElseThrow();
      change.desiredWeight().ifPresent(variant::setDesiredWeight);
      begin(update, variant, change.desiredInstanceCount(), failures.get(i));
    }
    update.close();
  }

  private void check(Endpoint endpoint, List<CapacityChange> changes) {
    if (changes.isEmpty()) {
      throw WorldError.validation(
          "1 validation error detected: Value '[]' at 'desiredWeightsAndCapacities' failed to"
              + " satisfy constraint: Member must have length greater than or equal to 1");
    }
    var seen = new HashSet<String>();
    for (int i = 0; i < changes.size(); i++) {
      CapacityChange change = changes.get(i);
      Variant variant = account.variant(endpoint.name(), change.variant());
      if (!seen.add(change.variant())) {
        throw WorldError.validation("Variant names must be unique: " + change.variant());
      }
      int count = change.desiredInstanceCount().orElse(variant.desired());
      if (count < 1) {
        throw WorldError.validation(
            "1 validation error detected: Value '"
                + count
                + "' at 'desiredWeightsAndCapacities."
                + (i + 1)
                + ".member.desiredInstanceCount' failed to satisfy constraint: Member must have"
                + " value greater than or equal to 1");
      }
      quotas.check(variant.profile().instanceType(), count - variant.desired());
    }
  }

  /** An increase uses up an armed failure; one of them refuses the call itself. */
  private Optional<ScaleOutFailure> failureOf(Variant variant, CapacityChange change) {
    int delta = change.desiredInstanceCount().orElse(variant.desired()) - variant.current();
    Optional<ScaleOutFailure> failure = delta > 0 ? variant.takeFailure() : Optional.empty();
    if (failure.orElse(null) instanceof ScaleOutFailure.QuotaExceeded) {
      String type = variant.profile().instanceType();
      int used = account.instancesWanted(type);
      throw quotas.exceeded(type, used, used, delta);
    }
    return failure;
  }

  private void begin(
      Update update, Variant variant, OptionalInt count, Optional<ScaleOutFailure> failure) {
    int before = variant.current();
    int wanted = count.orElse(variant.desired());
    variant.setDesired(wanted);
    if (wanted > before) {
      increase(update, variant, wanted - before, failure);
    } else {
      variant.beginRemoval(before - wanted);
      update.open();
      engine.after(
          settings.hastened(settings.removal()),
          () -> {
            variant.endRemoval();
            update.close();
          });
    }
  }

  private void increase(
      Update update, Variant variant, int count, Optional<ScaleOutFailure> failure) {
    update.open();
    StagePlan stages = variant.profile().stages().times(1 / settings.speed());
    if (failure.orElse(null) instanceof ScaleOutFailure.NoCapacity noCapacity) {
      giveUp(update, variant, count, settings.hastened(noCapacity.after()));
      return;
    }
    if (failure.orElse(null) instanceof ScaleOutFailure.SlowStart slow) {
      stages = stages.times(slow.factor());
    }
    var left = new int[] {count};
    for (int i = 0; i < count; i++) {
      launcher.launch(
          update.endpoint.name(),
          variant,
          stages,
          instance -> {
            variant.enterService(instance);
            if (--left[0] == 0) {
              update.close();
            }
          });
    }
  }

  private void giveUp(Update update, Variant variant, int count, Duration after) {
    var requested = new ArrayList<Instance>();
    for (int i = 0; i < count; i++) {
      requested.add(launcher.request(variant));
    }
    engine.after(
        after,
        () -> {
          requested.forEach(variant::abandonStarting);
          variant.setDesired(variant.current());
          update.fail(NO_CAPACITY);
          update.close();
        });
  }

  /** One call's changes; ends when all its parts have. */
  private final class Update {
    private final Endpoint endpoint;
    private final Consumer<Optional<String>> onEnd;
    private Optional<String> failure = Optional.empty();
    private int parts;

    private Update(Endpoint endpoint, Consumer<Optional<String>> onEnd) {
      this.endpoint = endpoint;
      this.onEnd = onEnd;
    }

    private void open() {
      parts++;
    }

    private void fail(String reason) {
      failure = Optional.of(reason);
    }

    private void close() {
      if (--parts > 0) {
        return;
      }
      endpoint.variants().forEach(Variant::reachDesiredWeight);
      endpoint.endUpdate(engine.instant(), failure);
      onEnd.accept(failure);
      listeners.forEach(listener -> listener.accept(endpoint));
    }
  }
}
