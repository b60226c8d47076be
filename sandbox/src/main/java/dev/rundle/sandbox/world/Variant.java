package dev.rundle.sandbox.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A production variant with its instances. Guarded by the engine's lock. */
final class Variant {
  private final String name;
  private final String modelName;
  private final int initialInstances;
  private final double initialWeight;
  private final VariantMetrics metrics;
  private final List<Instance> starting = new ArrayList<>();
  private final List<Instance> inService = new ArrayList<>();
  private final List<Instance> draining = new ArrayList<>();
  private final Deque<ScaleOutFailure> armedFailures = new ArrayDeque<>();
  private ServiceProfile profile;
  private double weight;
  private double desiredWeight;
  private int desired;

  /** Instances that drain because of a change that is not finished yet: they still count. */
  private int leaving;

  Variant(EndpointSettings.Variant settings, String modelName, VariantMetrics metrics) {
    this.name = settings.name();
    this.modelName = modelName;
    this.initialInstances = settings.instances();
    this.initialWeight = settings.weight();
    this.metrics = metrics;
    this.profile = settings.profile();
    this.weight = settings.weight();
    this.desiredWeight = settings.weight();
    this.desired = settings.instances();
  }

  String name() {
    return name;
  }

  String modelName() {
    return modelName;
  }

  int initialInstances() {
    return initialInstances;
  }

  double initialWeight() {
    return initialWeight;
  }

  VariantMetrics metrics() {
    return metrics;
  }

  ServiceProfile profile() {
    return profile;
  }

  void setProfile(ServiceProfile newProfile) {
    profile = newProfile;
    inService.forEach(Instance::fillSlots);
    draining.forEach(Instance::fillSlots);
  }

  double weight() {
    return weight;
  }

  double desiredWeight() {
    return desiredWeight;
  }

  void setDesiredWeight(double value) {
    desiredWeight = value;
  }

  void reachDesiredWeight() {
    weight = desiredWeight;
  }

  int desired() {
    return desired;
  }

  void setDesired(int count) {
    desired = count;
  }

  /** CurrentInstanceCount. */
  int current() {
    return inService.size() + leaving;
  }

  int inServiceCount() {
    return inService.size();
  }

  List<Instance> instances() {
    var all = new ArrayList<>(inService);
    all.addAll(starting);
    all.addAll(draining);
    return all;
  }

  /** Instances that publish metrics. */
  List<Instance> working() {
    var all = new ArrayList<>(inService);
    all.addAll(draining);
    return all;
  }

  void addStarting(Instance instance) {
    starting.add(instance);
  }

  void abandonStarting(Instance instance) {
    starting.remove(instance);
  }

  void enterService(Instance instance) {
    starting.remove(instance);
    instance.enterService();
    inService.add(instance);
  }

  /** The youngest leave first, so that a scale-out undone leaves the old instances alone. */
  void beginRemoval(int count) {
    for (int i = 0; i < count; i++) {
      drain(inService.get(inService.size() - 1));
      leaving++;
    }
  }

  void endRemoval() {
    leaving = 0;
  }

  Optional<Instance> oldestInService() {
    return inService.stream().findFirst();
  }

  /** Puts one in another's place; if that one has left meanwhile, the new one is not needed. */
  void replace(Instance old, Instance successor) {
    starting.remove(successor);
    if (inService.contains(old)) {
      successor.enterService();
      inService.add(successor);
      drain(old);
    }
  }

  private void drain(Instance instance) {
    inService.remove(instance);
    instance.drain();
    draining.add(instance);
    instanceMayBeIdle(instance);
  }

  void instanceMayBeIdle(Instance instance) {
    if (instance.isIdle() && draining.remove(instance)) {
      instance.bookConcurrency();
    }
  }

  Optional<Instance> route(RandomGenerator random) {
    List<Instance> candidates =
        switch (profile.routing()) {
          case RANDOM -> inService;
          case LEAST_OUTSTANDING_REQUESTS -> leastLoaded();
        };
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    int chosen = candidates.size() == 1 ? 0 : random.nextInt(candidates.size());
    return Optional.of(candidates.get(chosen));
  }

  private List<Instance> leastLoaded() {
    int least = inService.stream().mapToInt(Instance::inFlight).min().orElse(0);
    return inService.stream().filter(instance -> instance.inFlight() == least).toList();
  }

  void arm(ScaleOutFailure failure, int times) {
    for (int i = 0; i < times; i++) {
      armedFailures.add(failure);
    }
  }

  /** The failure that the next increase meets, and meets only once. */
  Optional<ScaleOutFailure> takeFailure() {
    return Optional.ofNullable(armedFailures.poll());
  }
}
