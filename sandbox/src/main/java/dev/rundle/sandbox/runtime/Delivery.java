package dev.rundle.sandbox.runtime;

import dev.rundle.sandbox.wire.Exchange;
import dev.rundle.sandbox.world.Invocation;
import dev.rundle.sandbox.world.InvocationCallbacks;
import dev.rundle.sandbox.world.Refusal;
import dev.rundle.sandbox.world.ServicePlan;

/**
 * Brings one request's answer to the client and tells the world how that ended. Everything but the
 * two callbacks runs on the connection's event loop.
 */
abstract sealed class Delivery implements InvocationCallbacks
    permits StreamDelivery, WholeDelivery {
  private final Exchange exchange;
  private Invocation invocation;
  private boolean over;

  Delivery(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Called on the event loop, before any callback has had its turn there. */
  final void admitted(Invocation admitted) {
    invocation = admitted;
    exchange.onGone(() -> ended(Invocation.End.CLIENT_GONE));
  }

  @Override
  public final void serve(ServicePlan plan) {
    // A turn of the event loop later the admission has returned, whichever thread calls this; the
    // client may have gone meanwhile.
    exchange.after(
        0,
        () -> {
          if (!over) {
            deliver(plan);
          }
        });
  }

  @Override
  public final void refuse(Refusal refusal) {
    over = true;
    exchange.reply(RuntimeErrors.of(refusal));
  }

  /** Sends the answer at the times of the plan. */
  abstract void deliver(ServicePlan plan);

  final Exchange exchange() {
    return exchange;
  }

  final boolean isOver() {
    return over;
  }

  final void firstChunkSent() {
    invocation.firstChunkSent();
  }

  final void ended(Invocation.End end) {
    over = true;
    invocation.ended(end);
  }
}
