package dev.rundle.sagemaker.invoke;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.ResolveIdentityRequest;

/**
 * Credentials that cost the load path nothing: resolved once, and where they expire, again and
 * again on a thread of their own. A renewal that fails leaves the ones before in place.
 */
final class LoadCredentials implements AwsCredentialsProvider {
  private static final Logger LOG = LoggerFactory.getLogger(LoadCredentials.class);
  private static final Duration RENEWAL = Duration.ofSeconds(30);

  private final AwsCredentialsProvider source;
  private volatile AwsCredentials current;
  private volatile CompletableFuture<AwsCredentialsIdentity> resolved;

  /**
   * Resolves the credentials now.
   *
   * @throws SdkException if there are none
   */
  LoadCredentials(AwsCredentialsProvider source, ScheduledExecutorService renewals) {
    this.source = source;
    take(source.resolveCredentials());
    if (current.expirationTime().isPresent()) {
      renewals.scheduleWithFixedDelay(
          this::renew, RENEWAL.toMillis(), RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public AwsCredentials resolveCredentials() {
    return current;
  }

  @Override
  public CompletableFuture<AwsCredentialsIdentity> resolveIdentity(ResolveIdentityRequest request) {
    return resolved;
  }

  private void renew() {
    try {
      take(source.resolveCredentials());
    } catch (RuntimeException e) {
      LOG.warn("The credentials were not renewed: {}", e.getClass().getSimpleName());
    }
  }

  private void take(AwsCredentials credentials) {
    current = credentials;
    resolved = CompletableFuture.completedFuture(credentials);
  }
}
