package dev.rundle.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.SandboxClient;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The control planes over a socket. */
class ControlPlaneTest {
  private static final String ARN = "arn:aws:sagemaker:us-east-1:000000000000:endpoint/kokoro-82m";
  private static final String RESOURCE =
      "\"ServiceNamespace\":\"sagemaker\",\"ResourceId\":\"endpoint/kokoro-82m/variant/AllTraffic\","
          + "\"ScalableDimension\":\"sagemaker:variant:DesiredInstanceCount\"";
  private Sandbox sandbox;
  private SandboxClient client;

  @BeforeEach
  void start() {
    sandbox =
        Sandbox.start(
            SandboxSettings.builder()
                .speed(10_000)
                .publicationDelay(Duration.ZERO)
                .endpoint(
                    EndpointSettings.single("kokoro-82m", "AllTraffic", 2, ServiceProfile.kokoro()))
                .build());
    client = new SandboxClient(sandbox.url());
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private JsonNode sagemaker(String operation, String body) throws Exception {
    return client.output("SageMaker." + operation, body);
  }

  private JsonNode scaling(String operation, String body) throws Exception {
    return client.output("AnyScaleFrontendService." + operation, body);
  }

  private JsonNode metrics(String operation, String body) throws Exception {
    return client.output("GraniteServiceVersion20100801." + operation, body);
  }

  private JsonNode logs(String operation, String body) throws Exception {
    return client.output("Logs_20140328." + operation, body);
  }

  @Test
  void anEndpointLeadsToItsModel() throws Exception {
    var endpoint = sagemaker("DescribeEndpoint", "{\"EndpointName\":\"kokoro-82m\"}");
    assertThat(endpoint.path("EndpointStatus").asText()).isEqualTo("InService");
    assertThat(endpoint.path("EndpointArn").asText()).isEqualTo(ARN);
    var variant = endpoint.path("ProductionVariants").path(0);
    assertThat(variant.path("CurrentInstanceCount").asInt()).isEqualTo(2);
    assertThat(variant.at("/DeployedImages/0/ResolvedImage").asText()).contains("@sha256:");
    var config =
        sagemaker(
            "DescribeEndpointConfig",
            "{\"EndpointConfigName\":\"" + endpoint.path("EndpointConfigName").asText() + "\"}");
    var configured = config.path("ProductionVariants").path(0);
    assertThat(configured.path("InstanceType").asText()).isEqualTo("ml.g5.xlarge");
    var model =
        sagemaker(
            "DescribeModel", "{\"ModelName\":\"" + configured.path("ModelName").asText() + "\"}");
    assertThat(model.at("/PrimaryContainer/Image").asText()).contains("kokoro-82m");
    assertThat(model.at("/PrimaryContainer/Environment").isObject()).isTrue();
  }

  @Test
  void capacityChangesAreSeenUntilTheyAreDone() throws Exception {
    var update =
        "{\"EndpointName\":\"kokoro-82m\",\"DesiredWeightsAndCapacities\":"
            + "[{\"VariantName\":\"AllTraffic\",\"DesiredInstanceCount\":3}]}";
    assertThat(sagemaker("UpdateEndpointWeightsAndCapacities", update).path("EndpointArn").asText())
        .isEqualTo(ARN);
    var after =
        awaitEndpoint(endpoint -> endpoint.path("EndpointStatus").asText().equals("InService"));
    assertThat(after.at("/ProductionVariants/0/CurrentInstanceCount").asInt()).isEqualTo(3);
    var over = update.replace(":3}", ":99}");
    var refused = client.call("SageMaker.UpdateEndpointWeightsAndCapacities", over);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.errorType()).isEqualTo("ResourceLimitExceeded");
  }

  private JsonNode awaitEndpoint(Predicate<JsonNode> condition) throws Exception {
    while (true) {
      var endpoint = sagemaker("DescribeEndpoint", "{\"EndpointName\":\"kokoro-82m\"}");
      if (condition.test(endpoint)) {
        return endpoint;
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Test
  void tagsComeAndGo() throws Exception {
    sagemaker(
        "AddTags",
        "{\"ResourceArn\":\"" + ARN + "\",\"Tags\":[{\"Key\":\"run\",\"Value\":\"7f3a\"}]}");
    assertThat(tags()).contains("{\"Key\":\"run\",\"Value\":\"7f3a\"}");
    sagemaker("DeleteTags", "{\"ResourceArn\":\"" + ARN + "\",\"TagKeys\":[\"run\"]}");
    assertThat(tags()).doesNotContain("7f3a");
  }

  private String tags() throws Exception {
    return sagemaker("ListTags", "{\"ResourceArn\":\"" + ARN + "\"}").path("Tags").toString();
  }

  @Test
  void listsComeInPages() throws Exception {
    for (int i = 0; i < 5; i++) {
      sagemaker(
          "AddTags",
          "{\"ResourceArn\":\"" + ARN + "\",\"Tags\":[{\"Key\":\"k" + i + "\",\"Value\":\"v\"}]}");
    }
    int all = sagemaker("ListTags", "{\"ResourceArn\":\"" + ARN + "\"}").path("Tags").size();
    int seen = 0;
    var token = "";
    do {
      var page =
          sagemaker("ListTags", "{\"ResourceArn\":\"" + ARN + "\",\"MaxResults\":2" + token + "}");
      seen += page.path("Tags").size();
      token = page.has("NextToken") ? ",\"NextToken\":" + page.path("NextToken") : "";
    } while (!token.isEmpty());
    assertThat(seen).isEqualTo(all);
    var foreign =
        client.call(
            "SageMaker.ListTags", "{\"ResourceArn\":\"" + ARN + "\",\"NextToken\":\"what\"}");
    assertThat(foreign.errorType()).isEqualTo("ValidationException");
  }

  @Test
  void aTargetKeepsWhatIsNotMentioned() throws Exception {
    scaling("RegisterScalableTarget", "{" + RESOURCE + ",\"MinCapacity\":1,\"MaxCapacity\":4}");
    scaling(
        "RegisterScalableTarget",
        "{" + RESOURCE + ",\"SuspendedState\":{\"DynamicScalingInSuspended\":true}}");
    var target = scaling("DescribeScalableTargets", "{\"ServiceNamespace\":\"sagemaker\"}");
    assertThat(target.at("/ScalableTargets/0/MaxCapacity").asInt()).isEqualTo(4);
    assertThat(target.at("/ScalableTargets/0/SuspendedState").toString())
        .isEqualTo(
            "{\"DynamicScalingInSuspended\":true,\"DynamicScalingOutSuspended\":false,"
                + "\"ScheduledScalingSuspended\":false}");
    assertThat(scaling("DescribeScalableTargets", "{\"ServiceNamespace\":\"ecs\"}").toString())
        .isEqualTo("{\"ScalableTargets\":[]}");
    scaling("DeregisterScalableTarget", "{" + RESOURCE + "}");
    assertThat(
            client
                .call("AnyScaleFrontendService.DeregisterScalableTarget", "{" + RESOURCE + "}")
                .errorType())
        .isEqualTo("ObjectNotFoundException");
  }

  @Test
  void policiesComeBackAsTheyWerePut() throws Exception {
    scaling("RegisterScalableTarget", "{" + RESOURCE + ",\"MinCapacity\":1,\"MaxCapacity\":4}");
    var tracking =
        "{\"TargetValue\":37.5,\"PredefinedMetricSpecification\":{\"PredefinedMetricType\":"
            + "\"SageMakerVariantConcurrentRequestsPerModelHighResolution\"},"
            + "\"ScaleOutCooldown\":30,\"DisableScaleIn\":true}";
    var step =
        "{\"AdjustmentType\":\"ChangeInCapacity\",\"StepAdjustments\":"
            + "[{\"MetricIntervalUpperBound\":0.0,\"ScalingAdjustment\":-1}],\"Cooldown\":960,"
            + "\"MetricAggregationType\":\"Average\"}";
    var put =
        scaling(
            "PutScalingPolicy",
            "{"
                + RESOURCE
                + ",\"PolicyName\":\"out\",\"PolicyType\":\"TargetTrackingScaling\","
                + "\"TargetTrackingScalingPolicyConfiguration\":"
                + tracking
                + "}");
    assertThat(put.path("Alarms")).isNotEmpty();
    scaling(
        "PutScalingPolicy",
        "{"
            + RESOURCE
            + ",\"PolicyName\":\"in\",\"PolicyType\":\"StepScaling\","
            + "\"StepScalingPolicyConfiguration\":"
            + step
            + "}");
    var policies =
        scaling("DescribeScalingPolicies", "{\"ServiceNamespace\":\"sagemaker\"}")
            .path("ScalingPolicies");
    assertThat(policies).hasSize(2);
    for (var policy : policies) {
      var expected = policy.path("PolicyName").asText().equals("out") ? tracking : step;
      var member = policy.path("PolicyType").asText() + "PolicyConfiguration";
      assertThat(policy.path(member).toString()).isEqualTo(expected);
    }
    scaling("DeleteScalingPolicy", "{" + RESOURCE + ",\"PolicyName\":\"in\"}");
    assertThat(
            scaling(
                    "DescribeScalingPolicies",
                    "{\"ServiceNamespace\":\"sagemaker\",\"PolicyNames\":[\"in\"]}")
                .path("ScalingPolicies"))
        .isEmpty();
  }

  @Test
  void alarmsArePutDescribedAndDeleted() throws Exception {
    metrics(
        "PutMetricAlarm",
        "{\"AlarmName\":\"low\",\"Namespace\":\"AWS/SageMaker\","
            + "\"MetricName\":\"ConcurrentRequestsPerModel\",\"Dimensions\":"
            + "[{\"Name\":\"EndpointName\",\"Value\":\"kokoro-82m\"}],\"ExtendedStatistic\":\"p95\","
            + "\"Period\":60,\"EvaluationPeriods\":3,\"Threshold\":25,"
            + "\"ComparisonOperator\":\"LessThanOrEqualToThreshold\"}");
    var alarm =
        metrics("DescribeAlarms", "{\"AlarmNames\":[\"low\"]}").path("MetricAlarms").path(0);
    assertThat(alarm.path("ExtendedStatistic").asText()).isEqualTo("p95");
    assertThat(alarm.has("Statistic")).isFalse();
    assertThat(alarm.path("DatapointsToAlarm").asInt()).isEqualTo(3);
    assertThat(alarm.path("TreatMissingData").asText()).isEqualTo("missing");
    assertThat(alarm.path("StateValue").asText()).isEqualTo("INSUFFICIENT_DATA");
    metrics("DeleteAlarms", "{\"AlarmNames\":[\"low\"]}");
    var again =
        client.call("GraniteServiceVersion20100801.DeleteAlarms", "{\"AlarmNames\":[\"low\"]}");
    assertThat(again.errorType()).isEqualTo("ResourceNotFound");
  }

  @Test
  void alarmsInTheQueryDialect() throws Exception {
    var alarm =
        "&AlarmName=high&Namespace=AWS%2FSageMaker&MetricName=ModelLatency&Statistic=Average"
            + "&Period=60&EvaluationPeriods=2&Threshold=1.5e6&AlarmActions.member.1=arn%3Aaws%3Asns"
            + "&ComparisonOperator=GreaterThanThreshold&ActionsEnabled=false"
            + "&Dimensions.member.1.Name=EndpointName&Dimensions.member.1.Value=kokoro-82m";
    assertThat(client.query("Action=PutMetricAlarm&Version=2010-08-01" + alarm).body())
        .startsWith("<PutMetricAlarmResponse")
        .doesNotContain("PutMetricAlarmResult");
    assertThat(
            client
                .query(
                    "Action=DescribeAlarms&Version=2010-08-01&AlarmNames.member.1=high"
                        + "&AlarmTypes=")
                .body())
        .contains("<MetricAlarms><member><AlarmName>high</AlarmName>")
        .contains("<AlarmActions><member>arn:aws:sns</member></AlarmActions>")
        .contains("<Threshold>1500000.0</Threshold>")
        .contains("<ActionsEnabled>false</ActionsEnabled>")
        .contains("<Dimensions><member><Name>EndpointName</Name><Value>kokoro-82m</Value>");
    var delete = "Action=DeleteAlarms&Version=2010-08-01&AlarmNames.member.1=high";
    assertThat(client.query(delete).statusCode()).isEqualTo(200);
    var again = client.query(delete);
    assertThat(again.statusCode()).isEqualTo(404);
    assertThat(again.body()).contains("<Code>ResourceNotFound</Code>");
  }

  @Test
  void invocationsBecomeMetricsInEveryDialect() throws Exception {
    client.stream("kokoro-82m", "audio/pcm");
    var from = Instant.now().minusSeconds(120).getEpochSecond();
    var query =
        "{\"StartTime\":%d,\"EndTime\":%d,\"ScanBy\":\"TimestampAscending\",\"MetricDataQueries\":"
                .formatted(from, from + 600)
            + "[{\"Id\":\"m1\",\"Label\":\"mine\",\"MetricStat\":{\"Period\":10,\"Stat\":\"Maximum\","
            + "\"Metric\":{\"Namespace\":\"AWS/SageMaker\",\"MetricName\":"
            + "\"ConcurrentRequestsPerModel\",\"Dimensions\":[{\"Name\":\"EndpointName\",\"Value\":"
            + "\"kokoro-82m\"},{\"Name\":\"VariantName\",\"Value\":\"AllTraffic\"}]}}}]}";
    JsonNode result;
    do {
      result = metrics("GetMetricData", query).at("/MetricDataResults/0");
      LockSupport.parkNanos(100_000_000);
    } while (maximum(result) < 1);
    assertThat(result.path("Label").asText()).isEqualTo("mine");
    assertThat(result.path("StatusCode").asText()).isEqualTo("Complete");
    assertThat(result.path("Timestamps")).hasSameSizeAs(result.path("Values"));
    assertThat(maximum(result)).isEqualTo(1.0);
    var xml =
        client.query(
            "Action=GetMetricStatistics&Version=2010-08-01&Namespace=AWS%2FSageMaker"
                + "&MetricName=ConcurrentRequestsPerModel&Period=10"
                + "&StartTime="
                + Instant.ofEpochSecond(from)
                + "&EndTime="
                + Instant.ofEpochSecond(from + 600)
                + "&Statistics.member.1=Maximum&ExtendedStatistics.member.1=p95"
                + "&Dimensions.member.1.Name=EndpointName&Dimensions.member.1.Value=kokoro-82m"
                + "&Dimensions.member.2.Name=VariantName&Dimensions.member.2.Value=AllTraffic");
    assertThat(xml.statusCode()).isEqualTo(200);
    assertThat(xml.body())
        .contains("<Datapoints><member><Timestamp>")
        .contains("<Maximum>1.0</Maximum>")
        .contains("<ExtendedStatistics><entry><key>p95</key><value>");
    assertThat(metrics("ListMetrics", "{\"Namespace\":\"AWS/SageMaker\"}").toString())
        .contains("ConcurrentRequestsPerModel");
  }

  private static double maximum(JsonNode result) {
    double maximum = 0;
    for (var value : result.path("Values")) {
      maximum = Math.max(maximum, value.asDouble());
    }
    return maximum;
  }

  @Test
  void instancesLogTheirStages() throws Exception {
    var group = "/aws/sagemaker/Endpoints/kokoro-82m";
    assertThat(
            logs("DescribeLogGroups", "{\"logGroupNamePrefix\":\"/aws/sagemaker\"}")
                .at("/logGroups/0/logGroupName")
                .asText())
        .isEqualTo(group);
    JsonNode streams;
    do {
      streams =
          logs("DescribeLogStreams", "{\"logGroupName\":\"" + group + "\"}").path("logStreams");
    } while (streams.size() < 2);
    var stream = streams.path(0).path("logStreamName").asText();
    assertThat(stream).startsWith("AllTraffic/i-");
    var first =
        logs(
            "GetLogEvents",
            "{\"logGroupName\":\""
                + group
                + "\",\"logStreamName\":\""
                + stream
                + "\",\"startFromHead\":true}");
    assertThat(first.path("events").toString()).contains("=== STAGE ready t=");
    var next =
        logs(
            "GetLogEvents",
            "{\"logGroupName\":\""
                + group
                + "\",\"logStreamName\":\""
                + stream
                + "\",\"startFromHead\":true,\"nextToken\":"
                + first.path("nextForwardToken")
                + "}");
    assertThat(next.path("events")).isEmpty();
    assertThat(next.path("nextForwardToken")).isEqualTo(first.path("nextForwardToken"));
    var filtered =
        logs(
            "FilterLogEvents",
            "{\"logGroupName\":\"" + group + "\",\"filterPattern\":\"warmup_done\"}");
    assertThat(filtered.path("events")).hasSize(2);
    assertThat(
            client
                .call("Logs_20140328.DescribeLogStreams", "{\"logGroupName\":\"nope\"}")
                .errorType())
        .isEqualTo("ResourceNotFoundException");
  }

  @Test
  void quotasAndIdentity() throws Exception {
    var quotas =
        client
            .output("ServiceQuotasV20190624.ListServiceQuotas", "{\"ServiceCode\":\"sagemaker\"}")
            .path("Quotas");
    assertThat(quotas.at("/0/QuotaName").asText()).isEqualTo("ml.g5.xlarge for endpoint usage");
    var quota =
        client.output(
            "ServiceQuotasV20190624.GetServiceQuota",
            "{\"ServiceCode\":\"sagemaker\",\"QuotaCode\":" + quotas.at("/0/QuotaCode") + "}");
    assertThat(quota.at("/Quota/Value").asDouble()).isEqualTo(8.0);
    assertThat(client.query("Action=GetCallerIdentity&Version=2011-06-15").body())
        .contains("<Account>000000000000</Account>");
  }

  @Test
  void inAnotherRegionThereIsNothing() throws Exception {
    var elsewhere = new SandboxClient(sandbox.url(), "eu-west-1");
    var answer = elsewhere.call("SageMaker.DescribeEndpoint", "{\"EndpointName\":\"kokoro-82m\"}");
    assertThat(answer.errorType()).isEqualTo("ValidationException");
    assertThat(answer.body().path("message").asText())
        .isEqualTo(
            "Could not find endpoint"
                + " \"arn:aws:sagemaker:eu-west-1:000000000000:endpoint/kokoro-82m\".");
    assertThat(elsewhere.output("SageMaker.ListEndpoints", "{}").path("Endpoints")).isEmpty();
    assertThat(new SandboxClient(sandbox.url(), "nowhere").call("SageMaker.ListEndpoints", "{}"))
        .satisfies(refused -> assertThat(refused.status()).isEqualTo(403));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SageMaker.DescribeEndpoint | {} | ValidationException",
        "SageMaker.DescribeEndpoint | {\"EndpointName\":3} | SerializationException",
        "SageMaker.ListModels | {} | UnknownOperationException",
        "SageMaker.ListEndpoints | {\"MaxResults\":0} | ValidationException",
        "SageMaker.ListEndpoints | {\"SortBy\":\"Colour\"} | ValidationException",
        "AnyScaleFrontendService.DescribeScalableTargets | {} | ValidationException",
        "AnyScaleFrontendService.RegisterScalableTarget | {\"ServiceNamespace\":\"ecs\"} |"
            + " ValidationException",
        "GraniteServiceVersion20100801.GetMetricData | {} | MissingRequiredParameterException",
        "GraniteServiceVersion20100801.GetMetricStatistics | {\"Namespace\":\"a\","
            + "\"MetricName\":\"b\",\"StartTime\":0,\"EndTime\":999999,\"Period\":60} |"
            + " InvalidParameterCombinationException",
        "GraniteServiceVersion20100801.DescribeAlarms | {\"NextToken\":\"x\"} | InvalidNextToken",
        "Logs_20140328.GetLogEvents | {\"logGroupName\":\"g\"} | InvalidParameterException",
        "ServiceQuotasV20190624.GetServiceQuota | {\"ServiceCode\":\"ec2\"} |"
            + " NoSuchResourceException",
      })
  void wrongInputsAreTheClientsError(String target, String body, String code) throws Exception {
    var answer = client.call(target, body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.errorType()).isEqualTo(code);
    assertThat(answer.body().path("message").asText()).isNotEmpty();
  }
}
