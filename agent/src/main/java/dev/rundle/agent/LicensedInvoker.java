package dev.rundle.agent;

import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.time.Ticker;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import java.util.function.Consumer;

/**
 * Sends nothing once the licence is over. The load generator's threads wake up together with the
 * actor that is to stop them; without this they would send until it has its turn.
 */
final class LicensedInvoker implements StreamingInvoker {
  private final StreamingInvoker invoker;
  private final Lease lease;
  private final Ticker ticker;
  private final Runnable whenRefused;

  /**
   * @param whenRefused called before each request that is not sent; keeps the generator from trying
   *     on and on
   */
  LicensedInvoker(StreamingInvoker invoker, Lease lease, Ticker ticker, Runnable whenRefused) {
    this.invoker = invoker;
    this.lease = lease;
    this.ticker = ticker;
    this.whenRefused = whenRefused;
  }

  @Override
  public void invoke(String text, Consumer<Attempt> whenEnded) {
    if (!lease.isOver()) {
      invoker.invoke(text, whenEnded);
      return;
    }
    whenRefused.run();
    whenEnded.accept(
        new Attempt(
            ticker.nanos(),
            -1,
            0,
            -1,
            0,
            0,
            0,
            Outcome.CONNECTION,
            "not sent: the run's load has ended on this agent"));
  }

  @Override
  public int maxConcurrency() {
    return invoker.maxConcurrency();
  }

  @Override
  public void close() {
    invoker.close();
  }
}
