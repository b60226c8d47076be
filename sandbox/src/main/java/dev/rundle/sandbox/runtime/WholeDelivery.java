package dev.rundle.sandbox.runtime;

import dev.rundle.model.time.Ticker;
import dev.rundle.sandbox.wire.Exchange;
import dev.rundle.sandbox.wire.Reply;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.Invocation;
import dev.rundle.sandbox.world.Refusal;
import dev.rundle.sandbox.world.ServicePlan;
import io.netty.buffer.Unpooled;
import java.time.Duration;

/**
 * The whole answer at once, at the end of its service. Faults of streams become what they are
 * without a stream: a cut closes the connection, a stall delays the answer, an error is one before
 * the response.
 */
final class WholeDelivery extends Delivery {
  private final Sound sound;
  private final AudioFormat format;
  private final Ticker ticker;

  WholeDelivery(Exchange exchange, Sound sound, Ticker ticker) {
    super(exchange);
    this.sound = sound;
    this.format = AudioFormat.of(exchange);
    this.ticker = ticker;
  }

  @Override
  void deliver(ServicePlan plan) {
    long stallNanos =
        plan.fault()
            .map(
                fault ->
                    fault.<Duration>fold(
                        cut -> Duration.ZERO,
                        stall -> stall.stall(),
                        error -> Duration.ZERO,
                        failure -> Duration.ZERO,
                        slow -> Duration.ZERO))
            .orElse(Duration.ZERO)
            .toNanos();
    exchange().after(plan.endNanos() + stallNanos - ticker.nanos(), () -> answer(plan));
  }

  private void answer(ServicePlan plan) {
    if (isOver()) {
      return;
    }
    boolean broken =
        plan.fault()
            .map(
                fault ->
                    fault.<Boolean>fold(
                        cut -> broken(() -> exchange().cut()),
                        stall -> false,
                        error ->
                            broken(
                                () ->
                                    exchange()
                                        .reply(
                                            RuntimeErrors.modelError(
                                                new Refusal.ContainerAnswer(
                                                    500, error.message(), "")))),
                        failure ->
                            broken(
                                () ->
                                    exchange()
                                        .reply(
                                            RuntimeErrors.of(
                                                new ServiceError(
                                                    500, "InternalFailure", failure.message())))),
                        slow -> false))
            .orElse(false);
    if (!broken) {
      firstChunkSent();
      exchange().reply(whole(plan), () -> ended(Invocation.End.COMPLETE));
    }
  }

  private boolean broken(Runnable answer) {
    answer.run();
    ended(Invocation.End.BROKEN);
    return true;
  }

  private Reply whole(ServicePlan plan) {
    var audio = plan.audio();
    var samples = Unpooled.wrappedBuffer(sound.bytes(audio, 0, audio.bytes()));
    var body =
        format == AudioFormat.WAV
            ? Unpooled.wrappedBuffer(
                Unpooled.wrappedBuffer(WavHeader.of(audio.sampleRateHz(), audio.bytes())), samples)
            : samples;
    long firstByteNanos = ticker.nanos() - exchange().receivedNanos();
    return new Reply(
        200, ResponseHeaders.of(plan, format, format.contentType(), firstByteNanos), body);
  }
}
