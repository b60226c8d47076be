package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Staircase;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.RungWatch;
import dev.rundle.model.cloudwatch.CloudWatchJoin;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.ladder.LadderSearch;
import dev.rundle.model.ladder.QMax;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.ladder.Step;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.verdict.RungJudge;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Climbs a ladder rung by rung as the search says, on a cluster that is ready. */
final class Climb {
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final Duration SHORTEST_WORTH_ALIGNING =
      PERIOD.multipliedBy(CloudWatchJoin.FEWEST_PERIODS);
  private static final Duration LONGEST_LEAD = Duration.ofMillis(500);

  /** Taking in where nobody is waited for takes less. */
  private static final Duration A_WAIT = Duration.ofSeconds(1);

  private final LoadCluster cluster;
  private final InstanceWatch instances;
  private final PublishedMetrics metrics;
  private final Timing timing;
  private final RunListener listener;
  private final Interruption interruption;
  private final QmaxRequest request;
  private final List<Staircase.Step> staircase = new ArrayList<>();
  private final List<Held> rungs = new ArrayList<>();

  Climb(
      LoadCluster cluster,
      InstanceWatch instances,
      PublishedMetrics metrics,
      Timing timing,
      RunListener listener,
      Interruption interruption,
      QmaxRequest request) {
    this.cluster = cluster;
    this.instances = instances;
    this.metrics = metrics;
    this.timing = timing;
    this.listener = listener;
    this.interruption = interruption;
    this.request = request;
  }

  /** A rung that was held, with its name in the load generator's report. */
  record Held(String group, RungResult result, List<Integer> instanceCounts) {}

  /**
   * A ladder that is over.
   *
   * @param qMax empty if it gave up, then with the reason
   * @param cutShortBy the loss of the last agent, if that is why it gave up
   */
  record Climbed(
      Optional<QMax> qMax,
      Optional<String> gaveUpBecause,
      Optional<RuntimeException> cutShortBy,
      List<Held> rungs,
      Staircase staircase) {}

  /**
   * Climbs to the end, or for as long as there are agents.
   *
   * @throws RemoteFailure if not even one rung could be held whole
   */
  Climbed climb() {
    instances.begin();
    LadderSearch search = request.search();
    Optional<RungOrder> order = orderOf(search.next());
    while (order.isPresent()) {
      interruption.check();
      Held held;
      try {
        held = hold(order.get());
      } catch (RemoteFailure e) {
        return cutShort(order.get(), e);
      }
      rungs.add(held);
      listener.rungEnded(held.result());
      search = search.observe(held.result());
      Duration rest = order.get().rest();
      order = orderOf(search.next());
      if (order.isEmpty() || !rest.isZero() || held.result().isVoid()) {
        release();
      }
      metrics.readIfDue();
      if (order.isPresent() && !rest.isZero()) {
        listener.phase(Phase.RESTING, "", Optional.of(timing.now().plus(rest)));
        timing.pause().pause(rest, interruption);
      }
    }
    Step last = search.next();
    return new Climbed(
        last.fold(m -> Optional.empty(), found -> Optional.of(found.qMax()), g -> Optional.empty()),
        last.fold(m -> Optional.empty(), f -> Optional.empty(), g -> Optional.of(g.reason())),
        Optional.empty(),
        List.copyOf(rungs),
        new Staircase(staircase));
  }

  /** Keeps what was measured; it is no whole ladder, so no Q_max is read from it. */
  private Climbed cutShort(RungOrder order, RemoteFailure failure) {
    if (rungs.stream().allMatch(held -> held.result().isVoid())) {
      throw failure;
    }
    release();
    return new Climbed(
        Optional.empty(),
        Optional.of(
            "the ladder was cut short at rung %d: %s"
                .formatted(order.concurrency(), failure.what())),
        Optional.of(failure),
        List.copyOf(rungs),
        new Staircase(staircase));
  }

  private static Optional<RungOrder> orderOf(Step step) {
    return step.fold(
        measure -> Optional.of(measure.order()), found -> Optional.empty(), g -> Optional.empty());
  }

  private Held hold(RungOrder ordered) {
    takeIn();
    Duration startsIn = cluster.startsIn(ordered.concurrency());
    RungOrder order = request.alignToPeriod() ? aligned(ordered, startsIn) : ordered;
    String group = String.format(Locale.ROOT, "rung-%02d", order.index());
    listener.phase(
        Phase.MEASURING,
        "concurrency %d%s"
            .formatted(
                order.concurrency(), order.attempt() > 1 ? ", attempt " + order.attempt() : ""),
        Optional.of(timing.now().plus(startsIn).plus(order.settle()).plus(order.measure())));
    staircase.add(new Staircase.Step(timing.now().plus(startsIn), order.concurrency()));
    instances.beginRung();
    RungMeasurement measurement =
        cluster.measure(
            order,
            group,
            progress -> {
              listener.progress(progress);
              instances.lookIfDue();
              return instances.isChanged() ? RungWatch.Answer.CLOSE : RungWatch.Answer.HOLD_ON;
            });
    instances.look();
    RungResult result =
        RungJudge.judge(measurement, request.setup().model().slo(), instances.counts());
    return new Held(group, voidIfDisturbed(result), instances.counts());
  }

  /** Whoever is waited for, the load is off meanwhile. */
  private void takeIn() {
    Instant before = timing.now();
    cluster.takeIn();
    boolean on = !staircase.isEmpty() && staircase.get(staircase.size() - 1).concurrency() > 0;
    if (on && Duration.between(before, timing.now()).compareTo(A_WAIT) >= 0) {
      staircase.add(new Staircase.Step(before, 0));
    }
  }

  private RungResult voidIfDisturbed(RungResult result) {
    List<String> disturbances = instances.disturbances();
    if (disturbances.isEmpty()) {
      return result;
    }
    List<String> reasons = new ArrayList<>(result.voidReasons());
    reasons.addAll(disturbances);
    return new RungResult(result.measurement(), Optional.empty(), reasons);
  }

  /**
   * Settles longer, so that a window that can hold three whole CloudWatch periods does. Half of
   * what the window has to spare goes before the boundary: a window that opens a little late would
   * else lose a whole period.
   */
  private RungOrder aligned(RungOrder order, Duration startsIn) {
    if (order.measure().compareTo(SHORTEST_WORTH_ALIGNING) < 0) {
      return order;
    }
    long spareMillis = order.measure().toMillis() % PERIOD.toMillis();
    long leadMillis = Math.min(LONGEST_LEAD.toMillis(), spareMillis / 2);
    Instant earliest = timing.now().plus(startsIn).plus(order.settle()).plusMillis(leadMillis);
    long beyond = Math.floorMod(earliest.toEpochMilli(), PERIOD.toMillis());
    Duration wait = Duration.ofMillis(beyond == 0 ? 0 : PERIOD.toMillis() - beyond);
    return new RungOrder(
        order.index(),
        order.concurrency(),
        order.settle().plus(wait),
        order.measure(),
        order.rest(),
        order.attempt());
  }

  private void release() {
    cluster.release();
    staircase.add(new Staircase.Step(timing.now(), 0));
  }
}
