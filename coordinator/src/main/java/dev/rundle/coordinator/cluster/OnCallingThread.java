package dev.rundle.coordinator.cluster;

import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Hands what actors tell of their company to the run's listener, on the run's own thread. */
final class OnCallingThread implements CompanyListener {
  private final Executor thread;
  private final RunListener listener;
  private final Timing timing;
  private final int want;
  private final List<String> came;

  /**
   * @param came keeps who joined, at once; must bear several threads
   */
  OnCallingThread(
      Executor thread, RunListener listener, Timing timing, int want, List<String> came) {
    this.thread = thread;
    this.listener = listener;
    this.timing = timing;
    this.want = want;
    this.came = came;
  }

  @Override
  public void joined(String agent, String address, int have) {
    String who = agent + " at " + address;
    came.add(who);
    thread.execute(() -> listener.agentJoined(who, have, want));
  }

  @Override
  public void lost(String agent, String reason) {
    came.removeIf(who -> who.startsWith(agent + " at "));
    thread.execute(() -> listener.agentLost(agent, reason));
  }

  @Override
  public void refused(String address, String reason) {
    thread.execute(() -> listener.agentRefused(address, reason));
  }

  @Override
  public void waitingFor(String whom, Duration atMost) {
    thread.execute(
        () -> listener.phase(Phase.TAKING_IN, whom, Optional.of(timing.now().plus(atMost))));
  }

  @Override
  public void warning(String text) {
    thread.execute(() -> listener.warning(text));
  }
}
