package dev.rundle.sandbox.runtime;

import dev.rundle.model.time.Ticker;
import dev.rundle.sandbox.wire.Exchange;
import dev.rundle.sandbox.world.Invocation;
import dev.rundle.sandbox.world.ServicePlan;
import io.netty.buffer.ByteBuf;
import java.time.Duration;

/**
 * An event stream: one part per chunk, each at its time. The head of the response leaves with the
 * first part, as it does from a container that begins to answer when it has something to say; for
 * WAV that is the file's header, at the beginning of the service.
 */
final class StreamDelivery extends Delivery {
  private final Sound sound;
  private final AudioFormat format;
  private final Ticker ticker;
  private ServicePlan plan;
  private int partsSent;
  private long bytesSent;
  private boolean stalled;
  private long stalledUntilNanos;

  StreamDelivery(Exchange exchange, Sound sound, Ticker ticker) {
    super(exchange);
    this.sound = sound;
    this.format = AudioFormat.of(exchange);
    this.ticker = ticker;
  }

  @Override
  void deliver(ServicePlan served) {
    plan = served;
    switch (format) {
      case PCM -> scheduleNext();
      case WAV -> exchange().after(slowness().toNanos(), this::sendWavHeader);
    }
  }

  /** How much later than usual the plan's chunks come. */
  private Duration slowness() {
    return plan.fault()
        .map(
            fault ->
                fault.<Duration>fold(
                    cut -> Duration.ZERO,
                    stall -> Duration.ZERO,
                    error -> Duration.ZERO,
                    failure -> Duration.ZERO,
                    slow -> slow.delay()))
        .orElse(Duration.ZERO);
  }

  private void sendWavHeader() {
    if (!isOver()) {
      begin();
      var header = WavHeader.of(plan.audio().sampleRateHz(), plan.audio().bytes());
      exchange().part(EventStream.payloadParts(header));
      scheduleNext();
    }
  }

  private void begin() {
    exchange()
        .begin(
            200,
            ResponseHeaders.of(
                plan,
                format,
                EventStream.CONTENT_TYPE,
                ticker.nanos() - exchange().receivedNanos()));
  }

  private void scheduleNext() {
    long now = ticker.nanos();
    long held = stalled ? stalledUntilNanos - now : 0;
    if (partsSent < plan.chunks().size()) {
      long due = plan.chunks().get(partsSent).atNanos() - now;
      exchange().after(Math.max(due, held), this::sendNext);
    } else if (held > 0) {
      exchange().after(held, this::finish);
    } else {
      finish();
    }
  }

  private void sendNext() {
    if (isOver() || faultTakesOver()) {
      return;
    }
    int length = plan.chunks().get(partsSent).bytes();
    boolean first = partsSent == 0;
    if (first && format == AudioFormat.PCM) {
      begin();
    }
    exchange().part(EventStream.payloadParts(sound.bytes(plan.audio(), bytesSent, length)));
    if (first) {
      firstChunkSent();
    }
    partsSent++;
    bytesSent += length;
    scheduleNext();
  }

  private void finish() {
    if (!isOver() && !faultTakesOver()) {
      exchange().end(() -> ended(Invocation.End.COMPLETE));
    }
  }

  /** Enacts the plan's fault if it is due after the parts sent so far. */
  private boolean faultTakesOver() {
    return plan.fault()
        .map(
            fault ->
                fault.<Boolean>fold(
                    cut -> isDue(cut.parts()) && cut(),
                    stall -> isDue(stall.afterParts()) && stall(stall.stall()),
                    error ->
                        isDue(error.afterParts())
                            && fail(
                                EventStream.modelStreamError(error.errorCode(), error.message())),
                    failure ->
                        isDue(failure.afterParts())
                            && fail(EventStream.internalStreamFailure(failure.message())),
                    // Its delay is in the plan's times.
                    slow -> false))
        .orElse(false);
  }

  private boolean isDue(int parts) {
    return partsSent == Math.min(parts, plan.chunks().size());
  }

  private boolean cut() {
    if (partsSent == 0 && format == AudioFormat.PCM) {
      begin();
    }
    exchange().cut();
    ended(Invocation.End.BROKEN);
    return true;
  }

  private boolean fail(ByteBuf exception) {
    if (partsSent == 0 && format == AudioFormat.PCM) {
      begin();
    }
    exchange().part(exception);
    exchange().end(() -> {});
    ended(Invocation.End.BROKEN);
    return true;
  }

  /** Holds everything back for a while, once. */
  private boolean stall(Duration stall) {
    if (stalled) {
      return false;
    }
    stalled = true;
    stalledUntilNanos = ticker.nanos() + stall.toNanos();
    scheduleNext();
    return true;
  }
}
