package dev.rundle.coordinator.cluster;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.util.List;

/**
 * The agents of a run, seen as one load generator. Used by one thread. Every method that waits
 * throws {@link dev.rundle.coordinator.Interrupted} when the run's interruption is requested, and
 * {@link dev.rundle.model.failure.RemoteFailure} when no agent is left.
 */
public interface LoadCluster extends AutoCloseable {
  /** Makes a cluster and waits for its agents. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens.
     *
     * @throws dev.rundle.model.failure.RemoteFailure if the agents do not come
     * @throws dev.rundle.model.failure.Refused if an agent does not fit
     */
    LoadCluster open(Interruption interruption, RunListener listener);
  }

  /** Names of the agents that hold load, in the order of joining. */
  List<String> agents();

  /**
   * Checks, before anything is changed, that so many requests can be open at once.
   *
   * @throws dev.rundle.model.failure.Refused if not
   */
  void requireRoomFor(int concurrency);

  /** Readies all agents: clients, parked users, warm-up. */
  void prepare(RunPlan plan);

  /**
   * Takes in agents that have come, or come back, since the last rung: readies them and waits until
   * they are warm. One that cannot take part is warned about and left out. Returns at once where
   * nobody waits. Called between rungs.
   */
  void takeIn();

  /**
   * How long after {@link #measure} or {@link #hold} is called the last change of the gate comes:
   * the notice that lets all agents begin on one instant, and the time over which connections that
   * were never open before are opened.
   */
  Duration startsIn(int concurrency);

  /**
   * Holds a rung, from one instant on all agents: settles, measures, follows the requests of the
   * window to their end. The load stays on until {@link #release} or the next rung. Losing an agent
   * does not throw: the measurement then carries the reason why it is void, and the next rung is
   * split over the agents that remain.
   *
   * @param group name in the load generator's report
   * @throws dev.rundle.model.failure.RemoteFailure if the agents that remain have no room for it
   */
  RungMeasurement measure(RungOrder order, String group, RungWatch watch);

  /** Holds a concurrency until {@link #release} or the next rung, reporting all the time. */
  void hold(int concurrency, String group, ProbeListener intervals);

  /** Parks all users; requests in flight end by themselves. */
  void release();

  /**
   * Ends the run on all agents and brings their logs here.
   *
   * @return the load generator's logs, one for each time that an agent took part and its log could
   *     be had, whole or in part
   */
  List<AgentLog> finish();

  /** Stops everything that is left; never throws, may be called twice. */
  @Override
  void close();
}
