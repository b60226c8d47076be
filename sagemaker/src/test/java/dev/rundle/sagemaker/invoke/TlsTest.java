package dev.rundle.sagemaker.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.config.ModelConfig.Workload;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.access.AwsAccess;
import dev.rundle.sagemaker.access.AwsClients;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.SandboxSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/** The load path over TLS, with and without the certificate authority. */
class TlsTest {
  private static Attempt call(Sandbox sandbox, Optional<Path> caBundle, Duration limit)
      throws Exception {
    var access =
        new AwsAccess(
            Region.US_EAST_1,
            StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")),
            Optional.empty(),
            Optional.of(sandbox.tlsUrl()),
            caBundle,
            true);
    var workload = new Workload("application/json", "audio/pcm", "{}", AudioFormat.PCM_24K);
    try (var clients = AwsClients.of(access);
        var invoker =
            CrtStreamingInvoker.open(
                clients,
                InvocationSettings.of(
                        SandboxSettings.DEFAULT_ENDPOINT,
                        SandboxSettings.DEFAULT_VARIANT,
                        workload,
                        2)
                    .withLimits(limit, limit))) {
      var ended = new CompletableFuture<Attempt>();
      invoker.invoke("hello", ended::complete);
      return ended.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aBundleIsTrustedAndNothingElse(@TempDir Path dir) throws Exception {
    String before = System.getProperty("javax.net.ssl.trustStore");
    try (var sandbox = Sandbox.start(SandboxSettings.defaults())) {
      Path pem = Files.writeString(dir.resolve("ca.pem"), sandbox.certificatePem());
      Attempt trusted = call(sandbox, Optional.of(pem), Duration.ofSeconds(15));
      assertThat(trusted.outcome()).as(trusted.message()).isEqualTo(Outcome.OK);
      assertThat(System.getProperty("javax.net.ssl.trustStore")).isEqualTo(before);
      // The TLS library makes a failed handshake last 10 to 30 s, so the limit comes first.
      Attempt untrusted = call(sandbox, Optional.empty(), Duration.ofSeconds(1));
      assertThat(untrusted.outcome())
          .as(untrusted.message())
          .isIn(Outcome.TIMEOUT, Outcome.CONNECTION);
    }
  }
}
