package dev.rundle.sandbox.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.rundle.model.time.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same call, answer and error in each dialect. */
class DialectsTest {
  private static final String SIGNED =
      "AWS4-HMAC-SHA256 Credential=AK/20260101/us-east-1/monitoring/aws4_request,"
          + " SignedHeaders=host, Signature=0";
  private static final String CBOR_PATH =
      "/service/GraniteServiceVersion20100801/operation/GetMetricData";
  private static final BlockingQueue<ControlCall> CALLS = new LinkedBlockingQueue<>();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static WireServer server;

  @BeforeAll
  static void listen() throws IOException {
    server =
        WireServer.listen(
            new InetSocketAddress("127.0.0.1", 0),
            new ServerIdentity("127.0.0.1", Clock.systemUTC()),
            new Router(List.of(new ControlRoute(DialectsTest::perform, Runnable::run))),
            Ticker.system());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static ObjectNode perform(SigningScope scope, ControlCall call) {
    CALLS.add(call);
    if (call.input().has("Fail")) {
      throw new ServiceError(400, "InvalidParameterValueException", "Fail <must> not be there");
    }
    if (call.input().has("Defect")) {
      throw new IllegalStateException("a defect");
    }
    var nodes = JsonNodeFactory.instance;
    var output = nodes.objectNode().put("Id", "m1").put("Value", 2.5);
    output.set("At", nodes.pojoNode(Instant.parse("2026-01-01T00:00:10.250Z")));
    output.set("Names", nodes.arrayNode().add("a").add("b"));
    output.set("Empty", nodes.arrayNode());
    return output;
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Authorization", SIGNED);
  }

  private static HttpRequest.Builder json(String version, String body) {
    return request("/")
        .header("Content-Type", "application/x-amz-json-" + version)
        .header("X-Amz-Target", "GraniteServiceVersion20100801.GetMetricData")
        .POST(BodyPublishers.ofString(body));
  }

  private static HttpRequest.Builder cbor(byte[] body) {
    return request(CBOR_PATH)
        .header("Content-Type", "application/cbor")
        .header("smithy-protocol", "rpc-v2-cbor")
        .POST(BodyPublishers.ofByteArray(body));
  }

  private static HttpRequest.Builder query(String body) {
    return request("/")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .POST(BodyPublishers.ofString(body));
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return HTTP.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private static byte[] cborOf(String json) throws IOException {
    return new CBORMapper().writeValueAsBytes(new ObjectMapper().readTree(json));
  }

  @Test
  void jsonHasEpochSeconds() throws Exception {
    var response = send(json("1.1", "{\"Period\":10}"));
    assertThat(CALLS.take().input()).isEqualTo(new ObjectMapper().readTree("{\"Period\":10}"));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "Content-Type")).isEqualTo("application/x-amz-json-1.1");
    assertThat(text(response))
        .isEqualTo(
            "{\"Id\":\"m1\",\"Value\":2.5,\"At\":1767225610.250,"
                + "\"Names\":[\"a\",\"b\"],\"Empty\":[]}");
  }

  @Test
  void cborHasTaggedEpochSeconds() throws Exception {
    var response = send(cbor(cborOf("{\"Period\":10}")));
    var call = CALLS.take();
    assertThat(call.service()).isEqualTo(ServiceName.METRICS);
    assertThat(call.operation()).isEqualTo("GetMetricData");
    assertThat(call.input().path("Period").asInt()).isEqualTo(10);
    assertThat(header(response, "smithy-protocol")).isEqualTo("rpc-v2-cbor");
    assertThat(header(response, "Content-Type")).isEqualTo("application/cbor");
    JsonNode tree = new CBORMapper().readTree(response.body());
    assertThat(tree.path("Value").asDouble()).isEqualTo(2.5);
    assertThat(tree.path("At").asDouble()).isEqualTo(1_767_225_610.25);
    try (CBORParser parser = new CBORFactory().createParser(response.body())) {
      while (!"At".equals(parser.currentName()) || !parser.currentToken().isNumeric()) {
        parser.nextToken();
      }
      assertThat(parser.getCurrentTag()).isEqualTo(1);
    }
  }

  @Test
  void queryHasXmlAndIsoTimes() throws Exception {
    var response =
        send(query("Action=GetMetricData&Version=2010-08-01&MetricDataQueries.member.1.Id=m1"));
    assertThat(CALLS.take().input().toString())
        .isEqualTo("{\"MetricDataQueries\":[{\"Id\":\"m1\"}]}");
    assertThat(header(response, "Content-Type")).isEqualTo("text/xml");
    assertThat(text(response))
        .startsWith(
            "<GetMetricDataResponse xmlns=\"http://monitoring.amazonaws.com/doc/2010-08-01/\">"
                + "<GetMetricDataResult><Id>m1</Id><Value>2.5</Value>"
                + "<At>2026-01-01T00:00:10.250Z</At>"
                + "<Names><member>a</member><member>b</member></Names><Empty></Empty>"
                + "</GetMetricDataResult><ResponseMetadata><RequestId>");
  }

  @Test
  void errorsInEachDialect() throws Exception {
    var json10 = send(json("1.0", "{\"Fail\":1}"));
    assertThat(json10.statusCode()).isEqualTo(400);
    assertThat(text(json10))
        .isEqualTo(
            "{\"__type\":\"InvalidParameterValueException\","
                + "\"message\":\"Fail <must> not be there\"}");
    assertThat(header(json10, "x-amzn-errortype")).isEqualTo("InvalidParameterValueException");
    assertThat(header(json10, "x-amzn-query-error")).isEqualTo("InvalidParameterValue;Sender");

    var json11 = send(json("1.1", "{\"Fail\":1}"));
    assertThat(header(json11, "x-amzn-query-error")).isEmpty();

    var cbor = send(cbor(cborOf("{\"Fail\":1}")));
    assertThat(new CBORMapper().readTree(cbor.body()).toString()).isEqualTo(text(json10));
    assertThat(header(cbor, "x-amzn-query-error")).isEqualTo("InvalidParameterValue;Sender");

    var query = send(query("Action=GetMetricData&Version=2010-08-01&Fail=1"));
    assertThat(text(query))
        .contains(
            "<Error><Type>Sender</Type><Code>InvalidParameterValue</Code>"
                + "<Message>Fail &lt;must&gt; not be there</Message></Error><RequestId>");
  }

  @Test
  void aDefectIsAnInternalFailure() throws Exception {
    var response = send(json("1.1", "{\"Defect\":1}"));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(text(response)).contains("InternalFailure");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "3", "{\"a\":}", "\u0000"})
  void whatIsNotAnObjectCannotBeRead(String body) throws Exception {
    var response = send(json("1.1", body));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(header(response, "x-amzn-errortype")).isEqualTo("SerializationException");
  }

  @Test
  void truncatedAndForeignCborCannotBeRead() throws Exception {
    var whole = cborOf("{\"Period\":10}");
    for (var body : List.of(java.util.Arrays.copyOf(whole, whole.length - 1), cborOf("[1]"))) {
      var response = send(cbor(body));
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(header(response, "x-amzn-errortype")).isEqualTo("SerializationException");
    }
  }

  @Test
  void anUnknownTargetIsAnUnknownOperation() throws Exception {
    var json =
        send(
            request("/")
                .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
                .POST(BodyPublishers.ofString("{}")));
    assertThat(json.statusCode()).isEqualTo(400);
    assertThat(header(json, "x-amzn-errortype")).isEqualTo("UnknownOperationException");
    var query = send(query("Action=ListUsers&Version=2010-05-08"));
    assertThat(text(query)).contains("<Code>InvalidAction</Code>");
  }

  @Test
  void unsignedCallsMissTheirToken() throws Exception {
    var response =
        send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/"))
                .header("X-Amz-Target", "SageMaker.ListEndpoints")
                .POST(BodyPublishers.ofString("{}")));
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(header(response, "x-amzn-errortype"))
        .isEqualTo("MissingAuthenticationTokenException");
  }
}
