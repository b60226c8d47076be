package dev.rundle.sagemaker.access;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.ProxyConfiguration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.applicationautoscaling.ApplicationAutoScalingClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatchlogs.CloudWatchLogsClient;
import software.amazon.awssdk.services.sagemaker.SageMakerClient;
import software.amazon.awssdk.services.servicequotas.ServiceQuotasClient;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * The control-plane clients for one target, made when first asked for. They retry as the SDK's
 * standard mode does; the load path does not use them. Safe for concurrent use.
 */
public final class AwsClients implements AutoCloseable {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);
  private static final Duration CALL_LIMIT = Duration.ofSeconds(60);

  private final AwsAccess access;
  private final AwsFailures failures;
  private final Deque<SdkAutoCloseable> opened = new ArrayDeque<>();
  private final Once<SdkHttpClient> http = new Once<>(this::newHttp);
  private final Once<SageMakerClient> sageMaker =
      new Once<>(() -> configured(SageMakerClient.builder()));
  private final Once<ApplicationAutoScalingClient> scaling =
      new Once<>(() -> configured(ApplicationAutoScalingClient.builder()));
  private final Once<CloudWatchClient> cloudWatch =
      new Once<>(() -> configured(CloudWatchClient.builder()));
  private final Once<CloudWatchLogsClient> logs =
      new Once<>(() -> configured(CloudWatchLogsClient.builder()));
  private final Once<ServiceQuotasClient> quotas =
      new Once<>(() -> configured(ServiceQuotasClient.builder()));
  private final Once<StsClient> sts = new Once<>(() -> configured(StsClient.builder()));

  private AwsClients(AwsAccess access) {
    this.access = access;
    this.failures = new AwsFailures(access);
  }

  /**
   * Resolves region and credentials provider; asks no service yet.
   *
   * @throws dev.rundle.model.failure.BadInput if profile, region or CA bundle cannot be used
   */
  public static AwsClients open(AwsTarget target) {
    return of(AwsAccess.resolve(target));
  }

  /** Clients for a target that is resolved already. */
  public static AwsClients of(AwsAccess access) {
    return new AwsClients(access);
  }

  /** Name of the region that calls go to. */
  public String region() {
    return access.region().id();
  }

  public AwsAccess access() {
    return access;
  }

  public AwsFailures failures() {
    return failures;
  }

  public SageMakerClient sageMaker() {
    return sageMaker.get();
  }

  public ApplicationAutoScalingClient scaling() {
    return scaling.get();
  }

  public CloudWatchClient cloudWatch() {
    return cloudWatch.get();
  }

  public CloudWatchLogsClient logs() {
    return logs.get();
  }

  public ServiceQuotasClient quotas() {
    return quotas.get();
  }

  public StsClient sts() {
    return sts.get();
  }

  @Override
  public void close() {
    synchronized (opened) {
      while (!opened.isEmpty()) {
        opened.pop().close();
      }
    }
  }

  private <
          B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C extends SdkAutoCloseable>
      C configured(B builder) {
    builder
        .region(access.region())
        .credentialsProvider(access.credentials())
        .httpClient(http.get())
        .overrideConfiguration(o -> o.retryStrategy(RetryMode.STANDARD).apiCallTimeout(CALL_LIMIT));
    access.endpointUrl().ifPresent((URI url) -> builder.endpointOverride(url));
    return opened(builder.build());
  }

  private SdkHttpClient newHttp() {
    var builder =
        UrlConnectionHttpClient.builder()
            .connectionTimeout(CONNECT_LIMIT)
            .socketTimeout(ANSWER_LIMIT);
    if (access.isLoopback()) {
      builder.proxyConfiguration(
          ProxyConfiguration.builder()
              .useSystemPropertyValues(false)
              .useEnvironmentVariablesValues(false)
              .build());
    }
    access
        .caBundle()
        .ifPresent(pem -> builder.tlsTrustManagersProvider(() -> CaBundle.trustManagers(pem)));
    return opened(builder.build());
  }

  private <C extends SdkAutoCloseable> C opened(C client) {
    synchronized (opened) {
      opened.push(client);
    }
    return client;
  }

  /** A value made when first asked for. */
  private static final class Once<T> {
    private final Supplier<T> make;
    private T made;

    Once(Supplier<T> make) {
      this.make = make;
    }

    synchronized T get() {
      if (made == null) {
        made = make.get();
      }
      return made;
    }
  }
}
