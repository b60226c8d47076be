package dev.rundle.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.sandbox.world.Fault;
import dev.rundle.sandbox.world.SandboxSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that others wrote, as they are installed here; skipped where they are not. */
class ForeignClientsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static Sandbox sandbox;
  private static boolean awsIsInstalled;
  private static boolean boto3IsInstalled;
  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws IOException {
    sandbox = Sandbox.start(SandboxSettings.defaults());
    Files.writeString(folder.resolve("cert.pem"), sandbox.certificatePem());
    awsIsInstalled = works("aws", "--version");
    boto3IsInstalled = works("python3", "-c", "import boto3");
  }

  @AfterAll
  static void close() {
    sandbox.close();
  }

  private record Run(int exitCode, String out, String err) {}

  private static Run run(List<String> command) throws Exception {
    var err = Files.createTempFile(folder, "err", ".txt");
    var builder = new ProcessBuilder(command).redirectError(err.toFile());
    var environment = builder.environment();
    environment.put("AWS_ACCESS_KEY_ID", "sandbox");
    environment.put("AWS_SECRET_ACCESS_KEY", "sandbox");
    environment.put("AWS_DEFAULT_REGION", "us-east-1");
    environment.put("AWS_EC2_METADATA_DISABLED", "true");
    environment.put("AWS_PAGER", "");
    environment.put("AWS_CONFIG_FILE", folder.resolve("none").toString());
    environment.put("AWS_MAX_ATTEMPTS", "1");
    var process = builder.start();
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Run(process.waitFor(), out, Files.readString(err));
  }

  private static boolean works(String... command) {
    try {
      return run(List.of(command)).exitCode() == 0;
    } catch (Exception e) {
      return false;
    }
  }

  private static Run aws(String... arguments) throws Exception {
    assumeTrue(awsIsInstalled, "the AWS CLI is not installed");
    var command = new ArrayList<>(List.of("aws", "--output", "json", "--endpoint-url"));
    command.add(sandbox.url().toString());
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static JsonNode answer(Run run) throws IOException {
    assertThat(run.exitCode()).as(run.err()).isZero();
    return JSON.readTree(run.out());
  }

  @Test
  void awsDescribesTheEndpoint() throws Exception {
    var endpoint = answer(aws("sagemaker", "describe-endpoint", "--endpoint-name", "kokoro-82m"));
    assertThat(endpoint.path("EndpointStatus").asText()).isEqualTo("InService");
  }

  @Test
  void awsSaysWhatIsNotThere() throws Exception {
    var run = aws("sagemaker", "describe-endpoint", "--endpoint-name", "nope");
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err())
        .contains("ValidationException")
        .contains("Could not find endpoint")
        .contains("endpoint/nope");
  }

  @Test
  void awsDescribesScalingPolicies() throws Exception {
    var resource = "endpoint/kokoro-82m/variant/AllTraffic";
    var dimension = "sagemaker:variant:DesiredInstanceCount";
    answer(
        aws(
            "application-autoscaling",
            "register-scalable-target",
            "--service-namespace",
            "sagemaker",
            "--resource-id",
            resource,
            "--scalable-dimension",
            dimension,
            "--min-capacity",
            "1",
            "--max-capacity",
            "4"));
    answer(
        aws(
            "application-autoscaling",
            "put-scaling-policy",
            "--service-namespace",
            "sagemaker",
            "--resource-id",
            resource,
            "--scalable-dimension",
            dimension,
            "--policy-name",
            "track",
            "--policy-type",
            "TargetTrackingScaling",
            "--target-tracking-scaling-policy-configuration",
            "{\"TargetValue\":37.5,\"PredefinedMetricSpecification\":{\"PredefinedMetricType\":"
                + "\"SageMakerVariantConcurrentRequestsPerModelHighResolution\"}}"));
    var policies =
        answer(
            aws(
                "application-autoscaling", "describe-scaling-policies",
                "--service-namespace", "sagemaker"));
    var policy = policies.path("ScalingPolicies").path(0);
    assertThat(policy.at("/TargetTrackingScalingPolicyConfiguration/TargetValue").asDouble())
        .isEqualTo(37.5);
    var alarms = answer(aws("cloudwatch", "describe-alarms"));
    assertThat(alarms.path("MetricAlarms").findValuesAsText("AlarmName"))
        .contains(policy.at("/Alarms/0/AlarmName").asText());
  }

  @Test
  void awsGetsMetricData() throws Exception {
    var now = Instant.now();
    var data =
        answer(
            aws(
                "cloudwatch",
                "get-metric-data",
                "--start-time",
                now.minusSeconds(600).toString(),
                "--end-time",
                now.toString(),
                "--metric-data-queries",
                "[{\"Id\":\"m1\",\"MetricStat\":{\"Period\":10,\"Stat\":\"Maximum\",\"Metric\":"
                    + "{\"Namespace\":\"AWS/SageMaker\",\"MetricName\":"
                    + "\"ConcurrentRequestsPerModel\",\"Dimensions\":[{\"Name\":\"EndpointName\","
                    + "\"Value\":\"kokoro-82m\"},{\"Name\":\"VariantName\","
                    + "\"Value\":\"AllTraffic\"}]}}}]"));
    assertThat(data.at("/MetricDataResults/0/StatusCode").asText()).isEqualTo("Complete");
  }

  private static Run boto3(String url, String... script) throws Exception {
    assumeTrue(boto3IsInstalled, "boto3 is not installed");
    var lines =
        new ArrayList<>(
            List.of(
                "import boto3, sys",
                "from botocore.config import Config",
                "c = boto3.client('sagemaker-runtime', endpoint_url=sys.argv[1],"
                    + " verify=sys.argv[2], config=Config(retries={'total_max_attempts': 1}))",
                "r = c.invoke_endpoint_with_response_stream(EndpointName='kokoro-82m',"
                    + " ContentType='application/json', Body=b'{}')"));
    lines.addAll(List.of(script));
    var file = Files.createTempFile(folder, "client", ".py");
    Files.write(file, lines);
    return run(List.of("python3", file.toString(), url, folder.resolve("cert.pem").toString()));
  }

  private static final String[] COUNT_BYTES = {
    "n = sum(len(e['PayloadPart']['Bytes']) for e in r['Body'])",
    "print(n, r['ContentType'], r['InvokedProductionVariant'], r['CustomAttributes'])"
  };

  @Test
  void boto3ReadsAStreamPlainAndWithTls() throws Exception {
    for (var url : List.of(sandbox.url(), sandbox.tlsUrl())) {
      var run = boto3(url.toString(), COUNT_BYTES);
      assertThat(run.out().strip())
          .as(run.err())
          .isEqualTo("76800 audio/pcm AllTraffic audio-bytes=76800;sample-rate=24000");
    }
  }

  @Test
  void boto3SeesACutStreamAsAnError() throws Exception {
    sandbox.world().faults().addCount("kokoro-82m", new Fault.CutAfterParts(2), 1);
    var run = boto3(sandbox.url().toString(), COUNT_BYTES);
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err())
        .containsAnyOf("ProtocolError", "IncompleteRead", "ResponseStreamingError");
  }

  @Test
  void boto3SeesErrorsInTheStreamAndBeforeIt() throws Exception {
    sandbox
        .world()
        .faults()
        .addCount("kokoro-82m", new Fault.ModelStreamError(1, "Late", "too slow"), 1);
    var inStream = boto3(sandbox.url().toString(), COUNT_BYTES);
    assertThat(inStream.err()).contains("EventStreamError").contains("too slow");
    sandbox.world().faults().addCount("kokoro-82m", new Fault.ContainerError(503, "queue full"), 1);
    var before = boto3(sandbox.url().toString(), COUNT_BYTES);
    assertThat(before.err()).contains("ModelError").contains("503").contains("queue full");
  }
}
