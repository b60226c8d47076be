package dev.rundle.sandbox.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.SandboxClient;
import dev.rundle.sandbox.world.PolicyRule;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.Suspension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminRouteTest {
  private static final String ENDPOINT = SandboxSettings.DEFAULT_ENDPOINT;
  private Sandbox sandbox;
  private SandboxClient client;

  @BeforeEach
  void start() {
    sandbox = Sandbox.start(SandboxSettings.builder().speed(20).build());
    client = new SandboxClient(sandbox.url());
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private SandboxClient.Answer post(String path, String body) throws Exception {
    return client.admin("POST", path, body.replace('\'', '"'));
  }

  private SandboxClient.Answer done(String path, String body) throws Exception {
    var answer = post(path, body);
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    return answer;
  }

  @Test
  void aFaultHitsAsManyRequestsAsWereAskedFor() throws Exception {
    done("faults", "{'endpoint':'kokoro-82m','fault':'service-unavailable','count':2}");
    assertThat(client.stream(ENDPOINT, "audio/pcm").status()).isEqualTo(503);
    assertThat(client.stream(ENDPOINT, "audio/pcm").status()).isEqualTo(503);
    assertThat(client.stream(ENDPOINT, "audio/pcm").status()).isEqualTo(200);
  }

  @Test
  void aShareOfOneLastsUntilCleared() throws Exception {
    var id =
        done("faults", "{'endpoint':'kokoro-82m','fault':'cut','afterParts':3,'share':1}")
            .body()
            .path("id")
            .asText();
    assertThat(client.stream(ENDPOINT, "audio/pcm").messages()).hasSize(3);
    assertThat(client.stream(ENDPOINT, "audio/pcm").whole()).isFalse();
    done("faults/clear", "{'id':'" + id + "'}");
    assertThat(client.stream(ENDPOINT, "audio/pcm").whole()).isTrue();
    assertThat(post("faults/clear", "{'id':'" + id + "'}").status()).isEqualTo(400);
    done("faults/clear", "{'endpoint':'kokoro-82m'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}"})
  void withoutAnEndpointAllFaultsAreCleared(String body) throws Exception {
    done("faults", "{'endpoint':'kokoro-82m','fault':'throttled','share':1}");
    done("faults", "{'endpoint':'kokoro-82m','fault':'cut','count':3}");
    done("faults/clear", body);
    assertThat(client.admin("GET", "state", "").body().at("/endpoints/0/faults")).isEmpty();
    assertThat(client.stream(ENDPOINT, "audio/pcm").whole()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'fault':'cut','afterParts':2",
        "'fault':'stall','afterParts':0,'stallMillis':10",
        "'fault':'model-stream-error','afterParts':1,'errorCode':'E','message':'m'",
        "'fault':'internal-stream-failure','afterParts':1,'message':'m'",
        "'fault':'slow-first-byte','delayMillis':10",
        "'fault':'container-error','status':503,'body':'full'",
        "'fault':'service-unavailable'",
        "'fault':'throttled'",
        "'fault':'internal-failure'",
      })
  void faultsAreShownAsTheyWereAskedFor(String fault) throws Exception {
    done("faults", "{'endpoint':'kokoro-82m'," + fault + ",'share':0.25}");
    done("faults", "{'endpoint':'kokoro-82m'," + fault + ",'count':3}");
    assertThat(client.admin("GET", "state", "").body().at("/endpoints/0/faults"))
        .isEqualTo(
            json(
                "[{'id':'fault-1',%1$s,'share':0.25},{'id':'fault-2',%1$s,'remaining':3}]"
                    .formatted(fault)));
  }

  @Test
  void policiesAreShownByTheirFields() throws Exception {
    var scaling = sandbox.world().scaling();
    var resource = "endpoint/kokoro-82m/variant/AllTraffic";
    scaling.registerTarget(resource, OptionalInt.of(1), OptionalInt.of(4), Suspension.UNCHANGED);
    scaling.putPolicy(resource, "in", stepping());
    scaling.putPolicy(resource, "out", tracking());
    var policies = client.admin("GET", "state", "").body().path("policies");
    policies.forEach(policy -> ((ObjectNode) policy).remove("alarms"));
    assertThat(policies)
        .isEqualTo(
            json(
                """
                [{'name':'in','resourceId':'endpoint/kokoro-82m/variant/AllTraffic',
                  'type':'StepScaling','adjustmentType':'ChangeInCapacity',
                  'steps':[{'upperBound':0.0,'adjustment':-1}],
                  'cooldownSeconds':300,'metricAggregation':'Average'},
                 {'name':'out','resourceId':'endpoint/kokoro-82m/variant/AllTraffic',
                  'type':'TargetTrackingScaling','targetValue':37.5,
                  'customMetric':{'namespace':'Mine','metricName':'Depth',
                    'dimensions':{'queue':'a'},'statistic':'Maximum'},
                  'scaleOutCooldownSeconds':30,'disableScaleIn':true}]
                """));
  }

  private static PolicyRule stepping() {
    return new PolicyRule.StepScaling(
        PolicyRule.Adjustment.CHANGE_IN_CAPACITY,
        List.of(new PolicyRule.Step(OptionalDouble.empty(), OptionalDouble.of(0), -1)),
        OptionalInt.empty(),
        Optional.of(Duration.ofSeconds(300)),
        Optional.of("Average"));
  }

  private static PolicyRule tracking() {
    return new PolicyRule.TargetTracking(
        37.5,
        Optional.empty(),
        Optional.of(
            new PolicyRule.CustomMetric(
                "Mine", "Depth", Map.of("queue", "a"), "Maximum", Optional.empty())),
        Optional.of(Duration.ofSeconds(30)),
        Optional.empty(),
        Optional.of(true));
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'stall','afterParts':0,'stallMillis':10 | 200",
        "'slow-first-byte','delayMillis':10 | 200",
        "'model-stream-error','errorCode':'E','message':'m' | 200",
        "'internal-stream-failure' | 200",
        "'container-error','status':503,'body':'full' | 424",
        "'throttled' | 429",
        "'internal-failure' | 500",
      },
      quoteCharacter = '`')
  void everyFaultCanBeAskedFor(String fault, int status) throws Exception {
    done("faults", "{'endpoint':'kokoro-82m','fault':" + fault + "}");
    assertThat(client.stream(ENDPOINT, "audio/pcm").status()).isEqualTo(status);
  }

  @Test
  void stageTimesAreDividedBySpeed() throws Exception {
    done(
        "stages",
        "{'endpoint':'kokoro-82m','stageMillis':{'instance_logging':2000,'in_service':1000}}");
    var stages =
        client.admin("GET", "state", "").body().at("/endpoints/0/variants/0/stageMillisAfterSpeed");
    assertThat(stages.path("instance_logging").asDouble()).isEqualTo(100.0);
    assertThat(stages.path("in_service").asDouble()).isEqualTo(50.0);
    assertThat(stages.path("weights_fetched").asDouble()).isEqualTo(200.0);
  }

  @Test
  void instancesQuotasAndBoundsAreChanged() throws Exception {
    var replacement =
        done("instances/replace", "{'endpoint':'kokoro-82m'}").body().path("instance").asText();
    done("quotas", "{'instanceType':'ml.g5.xlarge','value':1}");
    done("queue-bound", "{'endpoint':'kokoro-82m','bound':7}");
    done("scale-outs/fail", "{'endpoint':'kokoro-82m','failure':'no-capacity','afterMillis':100}");
    var state = client.admin("GET", "state", "").body();
    assertThat(state.at("/endpoints/0/instances").findValuesAsText("id")).contains(replacement);
    assertThat(state.at("/quotas/0/value").asInt()).isEqualTo(1);
    assertThat(sandbox.world().endpoints().profile(ENDPOINT, "AllTraffic").queueBound())
        .hasValue(7);
    assertThat(state.path("speed").asDouble()).isEqualTo(20.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "faults | {'endpoint':'nope','fault':'cut'}",
        "faults | {'endpoint':'kokoro-82m','fault':'fire'}",
        "faults | {'endpoint':'kokoro-82m','fault':'cut','share':2}",
        "faults | {'endpoint':'kokoro-82m','fault':'cut','afterParts':-1}",
        "faults | {'endpoint':'kokoro-82m','fault':'stall'}",
        "faults | {",
        "faults | []",
        "stages | {'endpoint':'kokoro-82m','stageMillis':{'coffee':1}}",
        "stages | {'endpoint':'kokoro-82m','stageMillis':{'ready':-1}}",
        "quotas | {'instanceType':'ml.g5.xlarge'}",
        "scale-outs/fail | {'endpoint':'kokoro-82m','failure':'rain'}",
      },
      quoteCharacter = '`')
  void wrongInputsAreExplained(String path, String body) throws Exception {
    var answer = post(path, body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().path("message").asText()).isNotEmpty();
  }

  @Test
  void unknownCallsAreNotFound() throws Exception {
    assertThat(client.admin("GET", "weather", "").status()).isEqualTo(404);
    assertThat(client.admin("DELETE", "state", "").status()).isEqualTo(404);
  }
}
