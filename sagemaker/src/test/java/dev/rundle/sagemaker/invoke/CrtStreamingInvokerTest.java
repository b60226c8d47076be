package dev.rundle.sagemaker.invoke;

import static dev.rundle.sagemaker.invoke.CannedServer.chunk;
import static dev.rundle.sagemaker.invoke.CannedServer.error;
import static dev.rundle.sagemaker.invoke.CannedServer.exception;
import static dev.rundle.sagemaker.invoke.CannedServer.head;
import static dev.rundle.sagemaker.invoke.CannedServer.join;
import static dev.rundle.sagemaker.invoke.CannedServer.lastChunk;
import static dev.rundle.sagemaker.invoke.CannedServer.part;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.config.ModelConfig.Workload;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.access.AwsClients;
import dev.rundle.sagemaker.access.AwsTarget;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Byte-exact answers, cut and garbled, and what becomes of them. */
class CrtStreamingInvokerTest {
  private static final Workload PCM =
      new Workload("application/json", "audio/pcm", "{\"text\":\"${text}\"}", AudioFormat.PCM_24K);
  private static final byte[] HALF = new byte[480];
  private static final byte[] WHOLE = join(chunk(part(HALF)), chunk(part(HALF)), lastChunk());

  /** For answers that leave the connection as it was; a client of its own costs 0.2 s. */
  private static CannedServer shared;

  private static StreamingInvoker sharedInvoker;

  @BeforeAll
  static void open() {
    shared = new CannedServer(out -> true);
    sharedInvoker = invoker(shared.url());
  }

  @AfterAll
  static void close() throws Exception {
    sharedInvoker.close();
    shared.close();
  }

  private static Attempt answered(byte[] answer) throws Exception {
    shared.answerWith(always(answer));
    return call(sharedInvoker);
  }

  private static StreamingInvoker invoker(URI url, Duration invocationLimit, Duration stallLimit) {
    var target = new AwsTarget(Optional.of("us-east-1"), Optional.empty(), Optional.of(url));
    return CrtStreamingInvoker.open(
        AwsClients.open(target),
        InvocationSettings.of("tts", "AllTraffic", PCM, 64)
            .withLimits(invocationLimit, stallLimit));
  }

  private static StreamingInvoker invoker(URI url) {
    return invoker(url, Duration.ofSeconds(20), Duration.ofSeconds(20));
  }

  private static Attempt call(StreamingInvoker invoker) throws Exception {
    var ended = new CompletableFuture<Attempt>();
    invoker.invoke("hello", ended::complete);
    return ended.get(15, TimeUnit.SECONDS);
  }

  /** A first call takes long enough in a cold JVM to run into a short limit. */
  private static void warmUp(StreamingInvoker invoker) throws Exception {
    for (int i = 0; i < 10 && !call(invoker).outcome().isOk(); i++) {}
  }

  private static CannedServer.Answer always(byte[] answer) {
    return out -> {
      out.write(answer);
      return true;
    };
  }

  private static CannedServer.Answer thenClose(byte[] answer) {
    return out -> {
      out.write(answer);
      return false;
    };
  }

  @Test
  void aWholeStreamIsOkAndConnectionsAreUsedAgain() throws Exception {
    try (var server = new CannedServer(always(join(head("audio-bytes=960"), WHOLE)));
        var invoker = invoker(server.url())) {
      for (int i = 0; i < 10; i++) {
        Attempt attempt = call(invoker);
        assertThat(attempt.message()).isEmpty();
        assertThat(attempt.outcome()).isEqualTo(Outcome.OK);
        assertThat(attempt.audioBytes()).isEqualTo(960);
        assertThat(attempt.audioNanos()).isEqualTo(20_000_000);
        assertThat(attempt.ttfabNanos()).isBetween(1L, attempt.fullNanos());
        assertThat(attempt.connectionWaitNanos()).isBetween(0L, attempt.ttfabNanos());
      }
      // A call may overtake the return of the connection before; most find it back.
      assertThat(server.requests).hasValue(10);
      assertThat(server.accepted.get()).isBetween(1, 5);
      assertThat(server.lastRequest)
          .startsWith("POST /endpoints/tts/invocations-response-stream HTTP/1.1")
          .containsIgnoringCase("X-Amzn-SageMaker-Target-Variant: AllTraffic")
          .containsIgnoringCase("X-Amzn-SageMaker-Accept: audio/pcm")
          .endsWith("{\"text\":\"hello\"}");
    }
  }

  @Test
  void aStreamCutAtAnyByteByAClosedConnectionIsNeverOk() throws Exception {
    byte[] body = WHOLE;
    int sizeLine = chunk(part(HALF)).length - part(HALF).length - 2;
    try (var server = new CannedServer(thenClose(new byte[0]));
        var invoker = invoker(server.url())) {
      for (int kept = 0; kept < body.length; kept++) {
        server.answerWith(thenClose(join(head(""), Arrays.copyOf(body, kept))));
        Attempt attempt = call(invoker);
        // The client tells of the head together with the first byte of content.
        assertThat(attempt.outcome())
            .as("cut after %d bytes: %s", kept, attempt)
            .isEqualTo(kept <= sizeLine ? Outcome.CONNECTION : Outcome.TRUNCATED);
      }
    }
  }

  @Test
  void aStreamWhoseEventsStopAtAnyByteAlthoughItsHttpBodyEndsIsNeverOk() throws Exception {
    byte[] events = join(part(HALF), part(HALF));
    try (var server = new CannedServer(thenClose(new byte[0]));
        var invoker = invoker(server.url())) {
      for (int kept = 1; kept < events.length; kept++) {
        server.answerWith(
            always(join(head("audio-bytes=960"), chunk(Arrays.copyOf(events, kept)), lastChunk())));
        Attempt attempt = call(invoker);
        assertThat(attempt.outcome()).as("cut after %d bytes", kept).isEqualTo(Outcome.TRUNCATED);
      }
    }
  }

  @Test
  void anUnfinishedEventIsATruncationAlsoWhereNoLengthWasAnnounced() throws Exception {
    byte[] events = join(part(HALF), part(HALF));
    int first = part(HALF).length;
    try (var server = new CannedServer(thenClose(new byte[0]));
        var invoker = invoker(server.url())) {
      for (int kept = first + 1; kept < events.length; kept++) {
        server.answerWith(always(join(head(""), chunk(Arrays.copyOf(events, kept)), lastChunk())));
        Attempt attempt = call(invoker);
        assertThat(attempt.outcome()).as("cut after %d bytes", kept).isEqualTo(Outcome.TRUNCATED);
      }
    }
  }

  @Test
  void aConnectionClosedInsideTheHeadIsAConnectionFailure() throws Exception {
    byte[] head = head("");
    try (var server = new CannedServer(thenClose(new byte[0]));
        var invoker = invoker(server.url())) {
      for (int kept = 0; kept < head.length; kept += 7) {
        server.answerWith(thenClose(Arrays.copyOf(head, kept)));
        assertThat(call(invoker).outcome())
            .as("cut after %d bytes", kept)
            .isEqualTo(Outcome.CONNECTION);
      }
    }
  }

  @Test
  void emptyPartsAndAWavHeaderAreNotAudio() throws Exception {
    byte[] wav = WavBytes.of(WavBytes.fmt(48_000), WavBytes.chunk("data", new byte[960]));
    byte[] header = Arrays.copyOf(wav, 44);
    byte[] samples = Arrays.copyOfRange(wav, 44, wav.length);
    var audioMayCome = new CountDownLatch(1);
    CannedServer.Answer answer =
        out -> {
          out.write(join(head(""), chunk(part(new byte[0])), chunk(part(header))));
          out.flush();
          audioMayCome.await();
          out.write(join(chunk(part(samples)), lastChunk()));
          return true;
        };
    try (var server = new CannedServer(answer);
        var invoker = invoker(server.url())) {
      var ended = new CompletableFuture<Attempt>();
      invoker.invoke("hello", ended::complete);
      while (server.requests.get() == 0) {
        Thread.onSpinWait();
      }
      long released = System.nanoTime();
      audioMayCome.countDown();
      Attempt attempt = ended.get(15, TimeUnit.SECONDS);
      assertThat(attempt.outcome()).isEqualTo(Outcome.OK);
      assertThat(attempt.audioBytes()).isEqualTo(960);
      assertThat(attempt.sentNanos() + attempt.ttfabNanos()).isGreaterThanOrEqualTo(released);
    }
  }

  @Test
  void aStreamWithoutAudioIsTruncated() throws Exception {
    Attempt attempt = answered(join(head(""), chunk(part(new byte[0])), lastChunk()));
    assertThat(attempt.outcome()).isEqualTo(Outcome.TRUNCATED);
    assertThat(attempt.message()).isEqualTo("ended without audio");
    assertThat(attempt.ttfabNanos()).isEqualTo(-1);
  }

  @Test
  void silenceIsATimeoutAndGivesTheConnectionBack() throws Exception {
    try (var server = new CannedServer(always(join(head("audio-bytes=960"), WHOLE)));
        var invoker = invoker(server.url(), Duration.ofSeconds(20), Duration.ofSeconds(1))) {
      warmUp(invoker);
      server.answerWith(always(join(head("audio-bytes=960"), chunk(part(HALF)))));
      Attempt attempt = call(invoker);
      assertThat(attempt.outcome()).isEqualTo(Outcome.TIMEOUT);
      assertThat(attempt.message()).isEqualTo("nothing came for 1.0 s");
      assertThat(attempt.audioBytes()).isEqualTo(480);
      assertThat(attempt.ttfabNanos()).isPositive();
      assertThat(server.clientClosed.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anAnswerThatNeverBeginsIsATimeout() throws Exception {
    try (var server = new CannedServer(out -> true);
        var invoker = invoker(server.url(), Duration.ofMillis(200), Duration.ofSeconds(20))) {
      Attempt attempt = call(invoker);
      assertThat(attempt.outcome()).isEqualTo(Outcome.TIMEOUT);
      assertThat(attempt.message()).isEqualTo("not ended within 0.2 s");
      assertThat(attempt.ttfabNanos()).isEqualTo(-1);
      assertThat(server.clientClosed.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void stalledStreamsDoNotUseUpTheConnections() throws Exception {
    try (var server = new CannedServer(always(join(head(""), WHOLE)));
        var invoker = invoker(server.url(), Duration.ofSeconds(20), Duration.ofSeconds(1))) {
      warmUp(invoker);
      server.answerWith(always(join(head(""), chunk(part(HALF)))));
      List<CompletableFuture<Attempt>> all = new ArrayList<>();
      for (int i = 0; i < invoker.maxConcurrency(); i++) {
        var ended = new CompletableFuture<Attempt>();
        invoker.invoke("hello", ended::complete);
        all.add(ended);
      }
      for (var ended : all) {
        assertThat(ended.get(15, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.TIMEOUT);
      }
      server.answerWith(always(join(head(""), WHOLE)));
      assertThat(call(invoker).outcome()).isEqualTo(Outcome.OK);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "424 | ModelError | {\"OriginalStatusCode\":503,\"OriginalMessage\":\"full\"} | REJECTED",
        "424 | ModelError | {\"OriginalStatusCode\":429,\"OriginalMessage\":\"slow\"} | THROTTLED",
        "424 | ModelError | {\"OriginalStatusCode\":408,\"OriginalMessage\":\"late\"} | TIMEOUT",
        "424 | ModelError | {\"OriginalStatusCode\":504,\"OriginalMessage\":\"late\"} | TIMEOUT",
        "424 | ModelError | {\"OriginalStatusCode\":500,\"OriginalMessage\":\"boom\"} | MODEL_ERROR",
        "424 | ModelError | {\"Message\":\"no status\"} | MODEL_ERROR",
        "503 | ServiceUnavailable | {\"Message\":\"later\"} | REJECTED",
        "400 | ThrottlingException | {\"message\":\"Rate exceeded\"} | THROTTLED",
        "429 | ModelNotReadyException | {\"Message\":\"not yet\"} | THROTTLED",
        "400 | ValidationError | {\"Message\":\"Endpoint tts not found\"} | INVALID",
        "403 | AccessDeniedException | {\"Message\":\"not authorized\"} | INVALID",
        "500 | InternalFailure | {\"Message\":\"boom\"} | SERVICE_ERROR",
        "502 | BadGateway | {} | SERVICE_ERROR"
      })
  void errorsBeforeTheStreamHaveTheirOutcomeAndAreNotRetried(
      int status, String type, String json, Outcome expected) throws Exception {
    int requestsBefore = shared.requests.get();
    Attempt attempt = answered(error(status, type, json));
    assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(expected);
    assertThat(attempt.message()).isNotEmpty();
    assertThat(attempt.ttfabNanos()).isEqualTo(-1);
    assertThat(shared.requests).hasValue(requestsBefore + 1);
  }

  @ParameterizedTest
  @CsvSource({"ModelStreamError", "InternalStreamFailure", "SomethingNew"})
  void exceptionsInsideTheStreamAreStreamErrors(String type) throws Exception {
    byte[] answer =
        join(
            head(""),
            chunk(part(HALF)),
            chunk(exception(type, "{\"Message\":\"boom\",\"ErrorCode\":\"StreamBroken\"}")),
            lastChunk());
    Attempt attempt = answered(answer);
    assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(Outcome.STREAM_ERROR);
    assertThat(attempt.audioBytes()).isEqualTo(480);
  }

  @Test
  void aGarbledEventIsAStreamError() throws Exception {
    byte[] event = part(HALF);
    event[event.length - 1] ^= 1;
    assertThat(answered(join(head(""), chunk(event), lastChunk())).outcome())
        .isEqualTo(Outcome.STREAM_ERROR);
  }

  @Test
  void nobodyListeningIsAConnectionFailure() throws Exception {
    int free;
    try (var socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    try (var invoker = invoker(URI.create("http://127.0.0.1:" + free))) {
      Attempt attempt = call(invoker);
      assertThat(attempt.outcome()).isEqualTo(Outcome.CONNECTION);
      assertThat(attempt.connectionWaitNanos()).isGreaterThanOrEqualTo(-1);
    }
  }

  @Test
  void aTextThatCannotBeSentIsInvalidAndAClosedClientAConnectionFailure() throws Exception {
    try (var server = new CannedServer(always(join(head(""), WHOLE)))) {
      var invoker = invoker(server.url());
      var ended = new CompletableFuture<Attempt>();
      invoker.invoke("half a pair \uD83D", ended::complete);
      assertThat(ended.get(15, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.INVALID);
      assertThat(server.requests).hasValue(0);
      invoker.close();
      invoker.close();
      assertThat(call(invoker).outcome()).isEqualTo(Outcome.CONNECTION);
    }
  }

  @Test
  void closingEndsWhatIsOpen() throws Exception {
    try (var server = new CannedServer(out -> true)) {
      var invoker = invoker(server.url());
      var ended = new CompletableFuture<Attempt>();
      invoker.invoke("hello", ended::complete);
      invoker.close();
      Attempt attempt = ended.get(15, TimeUnit.SECONDS);
      assertThat(attempt.outcome()).isEqualTo(Outcome.CONNECTION);
      assertThat(attempt.message()).isEqualTo("the client was closed");
    }
  }
}
