package dev.rundle.sandbox.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.SandboxClient;
import dev.rundle.sandbox.world.Audio;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.Fault;
import dev.rundle.sandbox.world.InstanceDescription;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import dev.rundle.sandbox.world.ServiceTime;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.eventstream.Message;

/** What invocations put on the wire, with each fault. */
class StreamTest {
  private static final String ENDPOINT = SandboxSettings.DEFAULT_ENDPOINT;
  private static final int AUDIO_BYTES = 76_800;
  private static Sandbox sandbox;
  private static SandboxClient client;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.start(SandboxSettings.defaults());
    client = new SandboxClient(sandbox.url());
  }

  @AfterAll
  static void close() {
    sandbox.close();
  }

  @AfterEach
  void clearFaults() {
    sandbox.world().faults().clear(ENDPOINT);
  }

  private static void next(Fault fault) {
    sandbox.world().faults().addCount(ENDPOINT, fault, 1);
  }

  private static String header(Message message, String name) {
    return message.getHeaders().get(name).getString();
  }

  @Test
  void aStreamIsTheToneInFourPartsOfTheAnnouncedLength() throws Exception {
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(stream.whole()).isTrue();
    assertThat(stream.messages()).hasSize(4);
    assertThat(header(stream.messages().get(0), ":event-type")).isEqualTo("PayloadPart");
    assertThat(header(stream.messages().get(0), ":content-type"))
        .isEqualTo("application/octet-stream");
    var audio = new ByteArrayOutputStream();
    stream.messages().forEach(message -> audio.writeBytes(message.getPayload()));
    assertThat(audio.toByteArray()).isEqualTo(new Tone(24_000).bytes(0, AUDIO_BYTES));
    assertThat(stream.header("Content-Type")).isEqualTo("application/vnd.amazon.eventstream");
    assertThat(stream.header("X-Amzn-SageMaker-Content-Type")).isEqualTo("audio/pcm");
    assertThat(stream.header("x-Amzn-Invoked-Production-Variant")).isEqualTo("AllTraffic");
    assertThat(stream.header("X-Amzn-SageMaker-Custom-Attributes"))
        .isEqualTo("audio-bytes=76800;sample-rate=24000");
    assertThat(stream.header("x-rundle-instance")).startsWith("i-");
    // The first chunk leaves after 0.9 of 55.9 ms, never before.
    assertThat(Long.parseLong(stream.header("x-rundle-first-byte-micros")))
        .isGreaterThanOrEqualTo(50_310);
  }

  @Test
  void aWavStreamHasItsHeaderInAPartOfItsOwn() throws Exception {
    var stream = client.stream(ENDPOINT, "audio/wav");
    assertThat(stream.messages()).hasSize(5);
    assertThat(stream.messages().get(0).getPayload()).isEqualTo(WavHeader.of(24_000, AUDIO_BYTES));
    assertThat(stream.audioBytes()).isEqualTo(AUDIO_BYTES + 44);
    assertThat(stream.header("X-Amzn-SageMaker-Content-Type")).isEqualTo("audio/wav");
  }

  @Test
  void anInvocationWithoutAStreamHasTheWholeAudio() throws Exception {
    var pcm = client.invoke(ENDPOINT, "audio/pcm");
    assertThat(pcm.body()).isEqualTo(new Tone(24_000).bytes(0, AUDIO_BYTES));
    assertThat(pcm.headers().firstValue("Content-Type")).contains("audio/pcm");
    assertThat(client.invoke(ENDPOINT, "audio/wav").body()).hasSize(AUDIO_BYTES + 44);
  }

  @Test
  void bigPartsAreSplitAtTheServicesLimit() throws Exception {
    var profile = ServiceProfile.kokoro().withAudio(new Audio(48_000, Duration.ofSeconds(10), 2));
    var settings =
        SandboxSettings.builder()
            .endpoint(EndpointSettings.single("big", "AllTraffic", 1, profile))
            .build();
    try (var big = Sandbox.start(settings)) {
      var stream = new SandboxClient(big.url()).stream("big", "audio/pcm");
      assertThat(stream.audioBytes()).isEqualTo(960_000);
      assertThat(stream.messages()).hasSize(8);
      assertThat(stream.messages()).allMatch(m -> m.getPayload().length <= 131_072);
    }
  }

  @Test
  void aCutStreamHasItsPartsAndNoEnd() throws Exception {
    next(new Fault.CutAfterParts(2));
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(stream.status()).isEqualTo(200);
    assertThat(stream.messages()).hasSize(2);
    assertThat(stream.whole()).isFalse();
  }

  @Test
  void aStreamCutAfterItsLastPartHasEverythingButItsEnd() throws Exception {
    next(new Fault.CutAfterParts(99));
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(stream.audioBytes()).isEqualTo(AUDIO_BYTES);
    assertThat(stream.whole()).isFalse();
  }

  @Test
  void aStallHoldsTheRestBackAndThenSendsIt() throws Exception {
    next(new Fault.Stall(1, Duration.ofMillis(300)));
    long before = System.nanoTime();
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(350));
    assertThat(stream.audioBytes()).isEqualTo(AUDIO_BYTES);
    assertThat(stream.whole()).isTrue();
  }

  @Test
  void aStallAfterTheLastPartHoldsTheEndBack() throws Exception {
    next(new Fault.Stall(4, Duration.ofMillis(300)));
    long before = System.nanoTime();
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(355));
    assertThat(stream.whole()).isTrue();
  }

  @Test
  void aSlowWavStreamIsSlowWithItsHeader() throws Exception {
    next(new Fault.SlowFirstByte(Duration.ofMillis(200)));
    var stream = client.stream(ENDPOINT, "audio/wav");
    assertThat(Long.parseLong(stream.header("x-rundle-first-byte-micros")))
        .isGreaterThanOrEqualTo(200_000);
    assertThat(stream.audioBytes()).isEqualTo(AUDIO_BYTES + 44);
  }

  @Test
  void anUnsignedInvocationMissesItsToken() throws Exception {
    var response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        sandbox.url().resolve("/endpoints/" + ENDPOINT + "/invocations"))
                    .POST(BodyPublishers.ofString("{}"))
                    .build(),
                BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.body()).contains("Missing Authentication Token");
  }

  @Test
  void aSlowFirstByteComesLater() throws Exception {
    next(new Fault.SlowFirstByte(Duration.ofMillis(200)));
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(Long.parseLong(stream.header("x-rundle-first-byte-micros")))
        .isGreaterThanOrEqualTo(250_310);
    assertThat(stream.audioBytes()).isEqualTo(AUDIO_BYTES);
  }

  @Test
  void aModelStreamErrorIsAnExceptionInTheStream() throws Exception {
    next(new Fault.ModelStreamError(1, "ModelInvocationTimeExceeded", "too slow"));
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(stream.whole()).isTrue();
    assertThat(stream.messages()).hasSize(2);
    var last = stream.messages().get(1);
    assertThat(header(last, ":message-type")).isEqualTo("exception");
    assertThat(header(last, ":exception-type")).isEqualTo("ModelStreamError");
    assertThat(new String(last.getPayload(), UTF_8))
        .isEqualTo("{\"ErrorCode\":\"ModelInvocationTimeExceeded\",\"Message\":\"too slow\"}");
  }

  @Test
  void anInternalStreamFailureMayComeFirst() throws Exception {
    next(new Fault.InternalStreamFailure(0, "boom"));
    var stream = client.stream(ENDPOINT, "audio/pcm");
    assertThat(stream.status()).isEqualTo(200);
    assertThat(stream.messages()).hasSize(1);
    assertThat(header(stream.messages().get(0), ":exception-type"))
        .isEqualTo("InternalStreamFailure");
  }

  @Test
  void aContainersErrorIsAModelErrorAroundIt() throws Exception {
    next(new Fault.ContainerError(429, "busy"));
    var answer = client.refusedStream(ENDPOINT);
    assertThat(answer.status()).isEqualTo(424);
    assertThat(answer.errorType()).isEqualTo("ModelError");
    assertThat(answer.body().path("OriginalStatusCode").asInt()).isEqualTo(429);
    assertThat(answer.body().path("OriginalMessage").asText()).isEqualTo("busy");
    assertThat(answer.body().path("LogStreamArn").asText())
        .contains("/aws/sagemaker/Endpoints/" + ENDPOINT);
    assertThat(answer.body().path("Message").asText())
        .startsWith("Received client error (429) from primary with message \"busy\"");
  }

  @Test
  void theServicesOwnErrors() throws Exception {
    next(new Fault.ServiceUnavailable());
    var unavailable = client.refusedStream(ENDPOINT);
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.errorType()).isEqualTo("ServiceUnavailable");
    next(new Fault.Throttled());
    var throttled = client.refusedStream(ENDPOINT);
    assertThat(throttled.errorType()).isEqualTo("ThrottlingException");
    assertThat(throttled.status()).isEqualTo(429);
    next(new Fault.InternalFailure());
    var failed = client.refusedStream(ENDPOINT);
    assertThat(failed.status()).isEqualTo(500);
    assertThat(failed.errorType()).isEqualTo("InternalFailure");
  }

  @Test
  void faultsOfStreamsWithoutAStream() throws Exception {
    next(new Fault.InternalStreamFailure(1, "boom"));
    assertThat(client.invoke(ENDPOINT, "audio/pcm").statusCode()).isEqualTo(500);
    next(new Fault.ModelStreamError(1, "X", "boom"));
    assertThat(client.invoke(ENDPOINT, "audio/pcm").statusCode()).isEqualTo(424);
    next(new Fault.Stall(1, Duration.ofMillis(50)));
    assertThat(client.invoke(ENDPOINT, "audio/pcm").body()).hasSize(AUDIO_BYTES);
  }

  @Test
  void anUnknownEndpointAndOneOfAnotherRegionAreNotFound() throws Exception {
    var unknown = client.refusedStream("nope");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.errorType()).isEqualTo("ValidationError");
    assertThat(unknown.body().path("Message").asText())
        .isEqualTo("Endpoint nope of account 000000000000 not found.");
    var elsewhere = new SandboxClient(sandbox.url(), "eu-west-1").refusedStream(ENDPOINT);
    assertThat(elsewhere.errorType()).isEqualTo("ValidationError");
  }

  @Test
  void overTheQueueBoundTheContainerRefuses() throws Exception {
    var profile =
        ServiceProfile.kokoro()
            .withServiceTime(new ServiceTime.Constant(Duration.ofSeconds(1)))
            .withQueueBound(2);
    var settings =
        SandboxSettings.builder()
            .endpoint(EndpointSettings.single("bounded", "AllTraffic", 1, profile))
            .build();
    try (var bounded = Sandbox.start(settings)) {
      var bound = new SandboxClient(bounded.url());
      var served = List.of(bound.streaming("bounded"), bound.streaming("bounded"));
      awaitInFlight(bounded, "bounded", 2);
      var refused = bound.refusedStream("bounded");
      assertThat(refused.status()).isEqualTo(424);
      assertThat(refused.body().path("OriginalStatusCode").asInt()).isEqualTo(503);
      assertThat(refused.body().path("OriginalMessage").asText())
          .isEqualTo("{\"error\":\"queue_saturated\",\"queue_depth\":2,\"max_queue_depth\":2}");
      assertThat(served).allMatch(stream -> stream.join().status() == 200);
      // Whoever was refused left nothing behind.
      assertThat(bound.stream("bounded", "audio/pcm").status()).isEqualTo(200);
    }
  }

  @Test
  void whoeverLeavesFreesThePlaceInTheQueue() throws Exception {
    var profile =
        ServiceProfile.kokoro().withServiceTime(new ServiceTime.Constant(Duration.ofMinutes(1)));
    var settings =
        SandboxSettings.builder()
            .endpoint(EndpointSettings.single(ENDPOINT, "AllTraffic", 1, profile))
            .build();
    try (var own = Sandbox.start(settings)) {
      try (var socket = new Socket("127.0.0.1", own.port())) {
        OutputStream out = socket.getOutputStream();
        out.write(
            ("POST /endpoints/"
                    + ENDPOINT
                    + "/invocations-response-stream HTTP/1.1\r\n"
                    + "Host: x\r\nContent-Length: 0\r\nAuthorization: AWS4-HMAC-SHA256"
                    + " Credential=AK/20260101/us-east-1/sagemaker/aws4_request,"
                    + " SignedHeaders=host, Signature=0\r\n\r\n")
                .getBytes(UTF_8));
        // Its service would take a minute, so only its leaving can end it.
        awaitInFlight(own, ENDPOINT, 1);
      }
      awaitInFlight(own, ENDPOINT, 0);
    }
  }

  private static void awaitInFlight(Sandbox sandbox, String endpoint, int count) {
    while (inFlight(sandbox, endpoint) != count) {
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static int inFlight(Sandbox sandbox, String endpoint) {
    return sandbox.world().endpoints().instances(endpoint).stream()
        .mapToInt(InstanceDescription::inFlight)
        .sum();
  }
}
