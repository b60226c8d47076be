package dev.rundle.sagemaker.invoke;

import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.time.Ticker;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.http.HttpMetric;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricPublisher;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamResponse;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamResponseHandler;
import software.amazon.awssdk.services.sagemakerruntime.model.PayloadPart;
import software.amazon.awssdk.services.sagemakerruntime.model.ResponseStream;

/**
 * One request while it is open. Whatever comes first, its end, its failure or its limit, makes the
 * {@link Attempt}; whatever comes later finds it made. The parts come on the client's thread and
 * the limits on the watch's, so both take this object's lock, for the length of some arithmetic.
 */
final class OpenAttempt
    implements InvokeEndpointWithResponseStreamResponseHandler,
        Subscriber<ResponseStream>,
        MetricPublisher {
  private static final long UNKNOWN = -1;

  private final Ticker ticker;
  private final InvocationSettings settings;
  private final EventFrames frames = new EventFrames();
  private final AudioTracker audio;
  private final BiConsumer<OpenAttempt, Attempt> whenEnded;
  private final long sentNanos;
  private long lastSignNanos;
  private long connectionWaitNanos = UNKNOWN;
  private boolean streamBegan;
  private OptionalLong announcedBytes = OptionalLong.empty();
  private boolean ended;
  private CompletableFuture<Void> call;

  OpenAttempt(
      Ticker ticker, InvocationSettings settings, BiConsumer<OpenAttempt, Attempt> whenEnded) {
    this.ticker = ticker;
    this.settings = settings;
    this.audio = new AudioTracker(settings.audio());
    this.whenEnded = whenEnded;
    this.sentNanos = ticker.nanos();
    this.lastSignNanos = sentNanos;
  }

  /** Follows the call that carries this request. */
  void follow(CompletableFuture<Void> carrying) {
    boolean late;
    synchronized (this) {
      call = carrying;
      late = ended;
    }
    if (late) {
      carrying.cancel(true);
    } else {
      carrying.whenComplete((nothing, failure) -> complete(failure));
    }
  }

  /** The stream ended, or it failed. */
  void complete(Throwable failure) {
    if (failure != null) {
      FailureClassifier.Failure f = FailureClassifier.classify(failure, hasBegun());
      end(f.outcome(), f.message());
      return;
    }
    Optional<String> shortfall = shortfall();
    end(shortfall.isPresent() ? Outcome.TRUNCATED : Outcome.OK, shortfall.orElse(""));
  }

  private synchronized Optional<String> shortfall() {
    return frames.isInsideFrame()
        ? Optional.of("ended inside an event")
        : audio.shortfall(announcedBytes);
  }

  /** Ends the request as a TIMEOUT if a limit has passed, and lets go of its connection. */
  void checkLimits() {
    long now = ticker.nanos();
    long open;
    long silent;
    synchronized (this) {
      open = now - sentNanos;
      silent = now - lastSignNanos;
    }
    if (open > settings.invocationLimit().toNanos()) {
      abandon(Outcome.TIMEOUT, "not ended within " + seconds(settings.invocationLimit()));
    } else if (silent > settings.stallLimit().toNanos()) {
      abandon(Outcome.TIMEOUT, "nothing came for " + seconds(settings.stallLimit()));
    }
  }

  /** Ends the request and cancels the call that carries it. */
  void abandon(Outcome outcome, String message) {
    end(outcome, message);
    CompletableFuture<Void> carrying;
    synchronized (this) {
      carrying = call;
    }
    // Cancelling the subscription instead would end the call as a success and keep the connection.
    if (carrying != null) {
      carrying.cancel(true);
    }
  }

  private void end(Outcome outcome, String message) {
    Attempt attempt;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      attempt =
          new Attempt(
              sentNanos,
              audio.firstAudioAfter(sentNanos),
              ticker.nanos() - sentNanos,
              connectionWaitNanos,
              audio.audioBytes(),
              audio.audioNanos(),
              audio.longestStallNanos(),
              outcome,
              message);
    }
    whenEnded.accept(this, attempt);
  }

  private synchronized boolean hasBegun() {
    return streamBegan;
  }

  /** The head of a response that is not an error came. */
  synchronized void streamBegan() {
    streamBegan = true;
    lastSignNanos = ticker.nanos();
  }

  /** Bytes of the body came; they are shown here before they are decoded. */
  synchronized void bodyReceived(ByteBuffer bytes) {
    frames.accept(bytes);
  }

  @Override
  public synchronized void responseReceived(InvokeEndpointWithResponseStreamResponse response) {
    announcedBytes = AnnouncedLength.in(response.customAttributes());
  }

  @Override
  public void onEventStream(SdkPublisher<ResponseStream> events) {
    events.subscribe(this);
  }

  @Override
  public void onSubscribe(Subscription s) {
    s.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(ResponseStream event) {
    long now = ticker.nanos();
    if (event instanceof PayloadPart part) {
      synchronized (this) {
        lastSignNanos = now;
        if (!ended && part.bytes() != null) {
          audio.accept(part.bytes().asByteArrayUnsafe(), now);
        }
      }
    }
  }

  // The call's future tells of both ends, after the client has done with the stream.

  @Override
  public void onError(Throwable failure) {}

  @Override
  public void onComplete() {}

  @Override
  public void exceptionOccurred(Throwable failure) {}

  @Override
  public void complete() {}

  @Override
  public void publish(MetricCollection metrics) {
    long waited = acquireNanos(metrics);
    synchronized (this) {
      connectionWaitNanos = waited;
    }
  }

  @Override
  public void close() {}

  private static long acquireNanos(MetricCollection metrics) {
    var here = metrics.metricValues(HttpMetric.CONCURRENCY_ACQUIRE_DURATION);
    if (!here.isEmpty()) {
      return here.get(0).toNanos();
    }
    for (MetricCollection child : metrics.children()) {
      long there = acquireNanos(child);
      if (there != UNKNOWN) {
        return there;
      }
    }
    return UNKNOWN;
  }

  private static String seconds(Duration d) {
    return d.toMillis() / 1000.0 + " s";
  }
}
