package dev.rundle.sagemaker.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpServer;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.Refused;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sagemaker.model.ContainerDefinition;
import software.amazon.awssdk.services.sagemaker.model.DeployedImage;

/** Variants of all kinds, from answers written by hand. */
class VariantReaderTest {
  private static final String DIGEST_A = "a".repeat(64);
  private static final String DIGEST_B = "b".repeat(64);

  private final Map<String, String> answers = new HashMap<>();
  private HttpServer server;
  private AwsPorts ports;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String operation =
              exchange.getRequestHeaders().getFirst("X-Amz-Target").replaceFirst(".*\\.", "");
          byte[] body = answers.getOrDefault(operation, "{}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    ports =
        AwsPorts.open(
            AwsTarget.of(null, null, "http://127.0.0.1:" + server.getAddress().getPort()));
  }

  @AfterEach
  void stop() {
    ports.close();
    server.stop(0);
  }

  private void endpoint(String liveVariant, String configuredVariant) {
    answers.put(
        "DescribeEndpoint",
        "{\"EndpointName\":\"tts\",\"EndpointArn\":\"arn:tts\",\"EndpointConfigName\":\"c\","
            + "\"EndpointStatus\":\"InService\",\"ProductionVariants\":["
            + liveVariant
            + "]}");
    answers.put(
        "DescribeEndpointConfig",
        "{\"EndpointConfigName\":\"c\",\"ProductionVariants\":[" + configuredVariant + "]}");
  }

  private void assertRefused(String what) {
    assertThatThrownBy(() -> ports.endpoints().findEndpoint("tts"))
        .asInstanceOf(type(Refused.class))
        .satisfies(
            e -> {
              assertThat(e.what()).isEqualTo("variant v of endpoint tts " + what);
              assertThat(e.next()).isNotEmpty();
            });
  }

  @Test
  void inferenceComponentsAreRefused() {
    endpoint(
        "{\"VariantName\":\"v\",\"CurrentInstanceCount\":1}",
        "{\"VariantName\":\"v\",\"InstanceType\":\"ml.g5.xlarge\",\"InitialInstanceCount\":1}");
    assertRefused("hosts inference components");
  }

  @Test
  void serverlessIsRefused() {
    endpoint(
        "{\"VariantName\":\"v\",\"CurrentServerlessConfig\":{\"MemorySizeInMB\":1024}}",
        "{\"VariantName\":\"v\",\"ModelName\":\"m\",\"ServerlessConfig\":{\"MemorySizeInMB\":1024}}");
    assertRefused("is serverless");
  }

  @Test
  void anEndpointThatChangesItsConfigurationIsRefused() {
    endpoint("{\"VariantName\":\"v\",\"CurrentInstanceCount\":1}", "");
    assertRefused("is not in the endpoint's configuration");
  }

  @Test
  void countsNeedNoConfiguration() {
    endpoint("{\"VariantName\":\"v\",\"CurrentInstanceCount\":1,\"DesiredInstanceCount\":2}", "");
    EndpointState found = ports.endpoints().findEndpointStatus("tts").orElseThrow();
    assertThat(found.variants().get(0).currentInstanceCount()).isEqualTo(1);
    assertThat(found.variants().get(0).desiredInstanceCount()).isEqualTo(2);
  }

  @Test
  void aPipelineShowsAllItsContainers() {
    endpoint(
        "{\"VariantName\":\"v\",\"CurrentInstanceCount\":1,\"DesiredInstanceCount\":1}",
        "{\"VariantName\":\"v\",\"ModelName\":\"m\",\"InstanceType\":\"ml.g5.xlarge\"}");
    answers.put(
        "DescribeModel",
        "{\"ModelName\":\"m\",\"Containers\":["
            + "{\"ContainerHostname\":\"one\",\"Image\":\"r/one:1\","
            + "\"Environment\":{\"A\":\"1\",\"B\":\"1\"}},"
            + "{\"ContainerHostname\":\"two\",\"Image\":\"r/two:1\","
            + "\"Environment\":{\"A\":\"2\",\"B\":\"1\",\"MAX_QUEUE_DEPTH\":\"5\"}}]}");
    EndpointState.Variant variant =
        ports.endpoints().findEndpoint("tts").orElseThrow().findVariant("v").orElseThrow();
    assertThat(variant.image()).isEqualTo("r/one:1,r/two:1");
    assertThat(variant.imageDigest()).isEmpty();
    assertThat(variant.environment())
        .isEqualTo(Map.of("A", "1", "B", "1", "two/A", "2", "MAX_QUEUE_DEPTH", "5"));
  }

  private static Optional<String> digest(List<String> specified, List<String> resolved) {
    return VariantReader.digest(
        specified.stream().map(i -> ContainerDefinition.builder().image(i).build()).toList(),
        resolved.stream().map(i -> DeployedImage.builder().resolvedImage(i).build()).toList());
  }

  @Test
  void theResolvedDigestGoesBeforeTheSpecifiedOne() {
    assertThat(digest(List.of("r@sha256:" + DIGEST_A), List.of("r@sha256:" + DIGEST_B)))
        .contains(DIGEST_B);
    assertThat(digest(List.of("r@sha256:" + DIGEST_A), List.of())).contains(DIGEST_A);
    assertThat(digest(List.of("r:latest"), List.of("r:latest"))).isEmpty();
  }

  @Test
  void anImageWithoutADigestLeavesTheWholeUnknown() {
    List<String> half = List.of("r@sha256:" + DIGEST_A, "other:latest");
    List<String> both = List.of("r@sha256:" + DIGEST_A, "r@sha256:" + DIGEST_B);
    assertThat(digest(half, List.of())).isEmpty();
    assertThat(digest(half, half)).isEmpty();
    assertThat(digest(half, both)).isEqualTo(digest(List.of(), both));
    assertThat(digest(both, half)).isEqualTo(digest(List.of(), both));
  }

  @Test
  void severalDigestsMakeOneThatChangesWithEach() {
    List<String> both = List.of("r@sha256:" + DIGEST_A, "r@sha256:" + DIGEST_B);
    List<String> same = List.of("r@sha256:" + DIGEST_A, "r@sha256:" + DIGEST_A);
    assertThat(digest(List.of(), both).orElseThrow()).hasSize(64).isNotIn(DIGEST_A, DIGEST_B);
    assertThat(digest(List.of(), both)).isNotEqualTo(digest(List.of(), same));
  }
}
