package dev.rundle.sagemaker.invoke;

import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.time.Ticker;
import dev.rundle.sagemaker.access.AwsAccess;
import dev.rundle.sagemaker.access.AwsClients;
import dev.rundle.sagemaker.access.CaBundle;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeAsyncClient;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamRequest;

/**
 * Streams over InvokeEndpointWithResponseStream with the SDK's CRT client, which, unlike its Netty
 * client, reports a response that was cut. Retries are off: a retried 503 would be hidden.
 *
 * <p>The limits are kept by one thread that looks over all open requests, so that a request costs
 * no timer of its own; a limit may therefore be overstepped by one look, at most a quarter second.
 * A request that cannot be sent at all ends before {@link #invoke} returns. An attempt's connection
 * wait comes from the SDK's metrics; −1 where no connection was got.
 */
public final class CrtStreamingInvoker implements StreamingInvoker {
  private static final Logger LOG = LoggerFactory.getLogger(CrtStreamingInvoker.class);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
  private static final Duration ACQUIRE_LIMIT = Duration.ofSeconds(15);
  private static final Duration IDLE_LIMIT = Duration.ofSeconds(50);
  private static final Duration LONGEST_LOOK = Duration.ofMillis(250);
  private static final int LOOKS_PER_LIMIT = 20;

  private final InvocationSettings settings;
  private final Ticker ticker;
  private final ScheduledExecutorService watch;
  private final SdkAsyncHttpClient http;
  private final SageMakerRuntimeAsyncClient client;
  private final InvokeEndpointWithResponseStreamRequest unfilled;
  private final Set<OpenAttempt> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private CrtStreamingInvoker(AwsAccess access, InvocationSettings settings, Ticker ticker) {
    this.settings = settings;
    this.ticker = ticker;
    this.watch = Executors.newSingleThreadScheduledExecutor(CrtStreamingInvoker::daemon);
    try {
      var credentials = new LoadCredentials(access.credentials(), watch);
      this.http = http(access, settings);
      this.client = client(access, credentials, http);
    } catch (RuntimeException e) {
      watch.shutdownNow();
      throw e;
    }
    this.unfilled = unfilled(settings);
    long lookMillis = look(settings).toMillis();
    watch.scheduleWithFixedDelay(this::checkLimits, lookMillis, lookMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * Makes a client for one endpoint and resolves the credentials.
   *
   * @throws dev.rundle.model.failure.RemoteFailure if there are no credentials
   */
  public static CrtStreamingInvoker open(AwsClients clients, InvocationSettings settings) {
    return open(clients, settings, Ticker.system());
  }

  /** As {@link #open(AwsClients, InvocationSettings)}, with the ticker that times the attempts. */
  public static CrtStreamingInvoker open(
      AwsClients clients, InvocationSettings settings, Ticker ticker) {
    return clients
        .failures()
        .call(
            "sagemaker:InvokeEndpointWithResponseStream",
            "endpoint " + settings.endpoint(),
            () -> new CrtStreamingInvoker(clients.access(), settings, ticker));
  }

  @Override
  public void invoke(String text, Consumer<Attempt> whenEnded) {
    SdkBytes body;
    String unusable = "";
    try {
      body = SdkBytes.fromByteArrayUnsafe(settings.body().fill(text));
    } catch (RuntimeException e) {
      body = SdkBytes.fromByteArrayUnsafe(new byte[0]);
      unusable = "the text cannot be sent: " + e.getMessage();
    }
    var attempt = new OpenAttempt(ticker, settings, (self, ended) -> ended(self, ended, whenEnded));
    open.add(attempt);
    if (!unusable.isEmpty()) {
      attempt.abandon(Outcome.INVALID, unusable);
    } else if (closed) {
      attempt.abandon(Outcome.CONNECTION, "the client is closed");
    } else {
      send(attempt, body);
    }
  }

  @Override
  public int maxConcurrency() {
    return settings.maxConcurrency();
  }

  /** Ends open requests as CONNECTION and gives the connections back. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    watch.shutdownNow();
    open.forEach(a -> a.abandon(Outcome.CONNECTION, "the client was closed"));
    client.close();
    http.close();
  }

  private void send(OpenAttempt attempt, SdkBytes body) {
    try {
      var request =
          unfilled.toBuilder()
              .body(body)
              .overrideConfiguration(
                  o ->
                      o.addMetricPublisher(attempt)
                          .putExecutionAttribute(ResponseWatch.ATTEMPT, attempt))
              .build();
      attempt.follow(client.invokeEndpointWithResponseStream(request, attempt));
    } catch (RuntimeException e) {
      attempt.complete(e);
    }
  }

  private void ended(OpenAttempt self, Attempt attempt, Consumer<Attempt> whenEnded) {
    open.remove(self);
    try {
      whenEnded.accept(attempt);
    } catch (RuntimeException e) {
      // Thrown on into the client it would only be lost there.
      LOG.error("A caller failed on the end of an attempt", e);
    }
  }

  private void checkLimits() {
    try {
      open.forEach(OpenAttempt::checkLimits);
    } catch (RuntimeException e) {
      // A scheduled task that throws is never run again, and limits must be kept.
      LOG.error("The look over open requests failed", e);
    }
  }

  private static Duration look(InvocationSettings settings) {
    Duration shorter =
        settings.invocationLimit().compareTo(settings.stallLimit()) < 0
            ? settings.invocationLimit()
            : settings.stallLimit();
    Duration part = shorter.dividedBy(LOOKS_PER_LIMIT).plusMillis(1);
    return part.compareTo(LONGEST_LOOK) < 0 ? part : LONGEST_LOOK;
  }

  private static SdkAsyncHttpClient http(AwsAccess access, InvocationSettings settings) {
    var builder =
        AwsCrtAsyncHttpClient.builder()
            .maxConcurrency(settings.maxConcurrency())
            .connectionTimeout(CONNECT_LIMIT)
            .connectionAcquisitionTimeout(ACQUIRE_LIMIT)
            .connectionMaxIdleTime(IDLE_LIMIT);
    if (access.isLoopback()) {
      builder.proxyConfiguration(
          p -> p.useSystemPropertyValues(false).useEnvironmentVariableValues(false));
    }
    return access
        .caBundle()
        .map(
            pem ->
                CaBundle.withSystemTrustStore(
                    pem, () -> builder.useTrustStoreSystemProperties(true).build()))
        .orElseGet(builder::build);
  }

  private static SageMakerRuntimeAsyncClient client(
      AwsAccess access, LoadCredentials credentials, SdkAsyncHttpClient http) {
    var builder =
        SageMakerRuntimeAsyncClient.builder()
            .region(access.region())
            .credentialsProvider(credentials)
            .httpClient(http)
            .overrideConfiguration(
                o ->
                    o.retryStrategy(AwsRetryStrategy.doNotRetry())
                        .addExecutionInterceptor(new ResponseWatch()))
            // Handing each end over to a pool would add its queueing to the measurement.
            .asyncConfiguration(
                a ->
                    a.advancedOption(
                        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run));
    access.endpointUrl().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  private static InvokeEndpointWithResponseStreamRequest unfilled(InvocationSettings settings) {
    return InvokeEndpointWithResponseStreamRequest.builder()
        .endpointName(settings.endpoint())
        .targetVariant(settings.variant().isEmpty() ? null : settings.variant())
        .contentType(settings.contentType())
        .accept(settings.accept().isEmpty() ? null : settings.accept())
        .build();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "invocation-limits");
    thread.setDaemon(true);
    return thread;
  }
}
