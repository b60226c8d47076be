package dev.rundle.sagemaker.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpServer;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.failure.RundleException;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.SandboxSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sagemaker.model.SageMakerException;

/** What a user reads when AWS or the way there fails. */
class AwsFailuresTest {
  private static final AwsCredentialsProvider KEYS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIAEXAMPLE", "topsecret"));

  private static AwsAccess access(String region, Optional<URI> url, Optional<Path> caBundle) {
    return new AwsAccess(
        Region.of(region), KEYS, Optional.of("speech"), url, caBundle, url.isPresent());
  }

  private static RundleException told(Throwable thrown) {
    return new AwsFailures(access("eu-central-1", Optional.empty(), Optional.empty()))
        .translate("sagemaker:DescribeEndpoint", "endpoint tts", thrown);
  }

  private static Throwable service(String code, int status, String text) {
    return SageMakerException.builder()
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(text).build())
        .statusCode(status)
        .requestId("r-1")
        .build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AccessDeniedException | 400 | was denied | allow sagemaker:DescribeEndpoint",
        "ExpiredTokenException | 403 | the credentials have expired | aws sso login --profile speech",
        "UnrecognizedClientException | 400 | does not accept the credentials | access key",
        "ThrottlingException | 400 | was throttled | wait a minute",
        "InternalFailure | 500 | failed | run it again",
        "ValidationException | 400 | failed | check names and region",
        "UnknownOperationException | 404 | is not known to region eu-central-1 | --endpoint-url"
      })
  void whatTheServiceAnsweredIsToldWithItsCodeTextAndAdvice(
      String code, int status, String what, String next) {
    RundleException e = told(service(code, status, "because"));
    assertThat(e).isInstanceOf(RemoteFailure.class);
    assertThat(e.what()).startsWith("sagemaker:DescribeEndpoint for endpoint tts").contains(what);
    assertThat(e.why()).isEqualTo(code + ": because (request r-1)");
    assertThat(e.next()).contains(next);
    assertThat(AwsFailures.isAccessDenied(e)).isEqualTo(code.startsWith("AccessDenied"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Unable to load credentials from any of the providers | no AWS credentials | aws configure",
        "Token is expired | login session has expired | aws sso login --profile speech",
        "something odd | failed at region eu-central-1 | run it again"
      })
  void whatNeverReachedTheServiceIsToldWithAdvice(String text, String what, String next) {
    RundleException e = told(SdkClientException.create(text));
    assertThat(e).isInstanceOf(RemoteFailure.class);
    assertThat(e.what()).contains(what);
    assertThat(e.next()).contains(next);
  }

  @Test
  void silenceAndUnknownHostsAreToldApart() {
    assertThat(told(SdkClientException.create("x", new SocketTimeoutException("Read timed out"))))
        .satisfies(e -> assertThat(e.what()).contains("got no answer in time"));
    var typo = new AwsFailures(access("eu-zentral-1", Optional.empty(), Optional.empty()));
    RundleException e =
        typo.translate(
            "sagemaker:DescribeEndpoint",
            "",
            SdkClientException.create("x", new UnknownHostException("api.sagemaker")));
    assertThat(e.what()).contains("region eu-zentral-1 cannot be resolved");
    assertThat(e.why()).isEqualTo("eu-zentral-1 is not a region that this version knows");
    assertThat(e.next()).contains("--region");
  }

  @Test
  void nobodyListeningNamesTheAddress() throws IOException {
    int free;
    try (var socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    String url = "http://127.0.0.1:" + free;
    try (var ports = AwsPorts.open(AwsTarget.of(null, null, url))) {
      assertThatThrownBy(() -> ports.endpoints().findEndpoint("tts"))
          .asInstanceOf(type(RemoteFailure.class))
          .satisfies(
              e -> {
                assertThat(e.what()).contains("nothing answers at " + url);
                assertThat(e.next()).contains("--endpoint-url");
                assertThat(e.exitCode()).isEqualTo(4);
              });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 404})
  void aServerThatSpeaksHtmlIsToldByItsAddress(int status) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] page = "<html><body>Welcome</body></html>".getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(status, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try (var clients =
        AwsClients.of(access("us-east-1", Optional.of(URI.create(url)), Optional.empty()))) {
      assertThatThrownBy(
              () ->
                  clients
                      .failures()
                      .call(
                          "sagemaker:ListEndpoints", "", () -> clients.sageMaker().listEndpoints()))
          .asInstanceOf(type(RemoteFailure.class))
          .satisfies(
              e -> {
                assertThat(e.what()).endsWith(url + " does not answer as AWS does");
                assertThat(e.why()).doesNotContain("software.amazon", "Exception");
                assertThat(e.next()).contains("--endpoint-url");
              });
    } finally {
      server.stop(0);
    }
  }

  @Test
  void anUntrustedCertificateIsToldAndABundleIsTrusted(@TempDir Path dir) throws IOException {
    try (var sandbox = Sandbox.start(SandboxSettings.defaults())) {
      Path pem = Files.writeString(dir.resolve("ca.pem"), sandbox.certificatePem());
      try (var clients =
          AwsClients.of(access("us-east-1", Optional.of(sandbox.tlsUrl()), Optional.empty()))) {
        assertThatThrownBy(() -> new CallerIdentity(clients).fetch())
            .asInstanceOf(type(RemoteFailure.class))
            .satisfies(
                e -> {
                  assertThat(e.what()).contains("no trusted TLS connection");
                  assertThat(e.why()).isEqualTo("its certificate is not trusted");
                  assertThat(e.next()).contains("AWS_CA_BUNDLE");
                });
      }
      try (var clients =
          AwsClients.of(access("us-east-1", Optional.of(sandbox.tlsUrl()), Optional.of(pem)))) {
        assertThat(new CallerIdentity(clients).fetch().account()).isEqualTo("000000000000");
      }
    }
  }

  @Test
  void aBundleThatIsNoneIsBadInput(@TempDir Path dir) throws IOException {
    Path missing = dir.resolve("missing.pem");
    assertThatThrownBy(() -> CaBundle.trustManagers(missing))
        .asInstanceOf(type(BadInput.class))
        .satisfies(e -> assertThat(e.why()).isEqualTo("there is no such file"));
    Path empty = Files.writeString(dir.resolve("empty.pem"), "");
    assertThatThrownBy(() -> CaBundle.trustManagers(empty)).isInstanceOf(BadInput.class);
    Path foreign = Files.writeString(dir.resolve("foreign.pem"), "{\"not\": \"a certificate\"}");
    assertThatThrownBy(() -> CaBundle.trustManagers(foreign)).isInstanceOf(BadInput.class);
  }

  @Test
  void theSecretIsInNoMessage() {
    RundleException e = told(service("SignatureDoesNotMatch", 403, "no match"));
    assertThat(e.what() + e.why() + e.next()).doesNotContain("topsecret");
    assertThat(access("us-east-1", Optional.empty(), Optional.empty()).toString())
        .doesNotContain("topsecret");
  }
}
