package dev.rundle.sagemaker.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.config.ModelConfig.Workload;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.Fault;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault of the sandbox, over the wire. */
class InvokerOnSandboxTest {
  private static final String ENDPOINT = SandboxSettings.DEFAULT_ENDPOINT;
  private static final String VARIANT = SandboxSettings.DEFAULT_VARIANT;
  private static final int CHUNKS = ServiceProfile.kokoro().audio().chunks();
  private static final int AUDIO_BYTES = ServiceProfile.kokoro().audio().bytes();
  private static final Duration STALL_LIMIT = Duration.ofSeconds(3);

  private static Sandbox sandbox;
  private static AwsPorts ports;
  private static StreamingInvoker invoker;

  @BeforeAll
  static void start() throws Exception {
    sandbox = Sandbox.start(SandboxSettings.defaults());
    ports = AwsPorts.open(AwsTarget.of(null, null, sandbox.url().toString()));
    invoker = invoker(ENDPOINT, false);
    for (int i = 0; i < 20; i++) {
      call(invoker);
    }
  }

  @AfterAll
  static void stop() {
    invoker.close();
    ports.close();
    sandbox.close();
  }

  private static StreamingInvoker invoker(String endpoint, boolean wav) {
    var workload =
        new Workload(
            "application/json",
            wav ? "audio/wav" : "audio/pcm",
            "{\"text\":\"${text}\"}",
            new AudioFormat(wav, 24_000, 2, 1));
    return ports.invoker(
        InvocationSettings.of(endpoint, VARIANT, workload, 64)
            .withLimits(Duration.ofSeconds(20), STALL_LIMIT));
  }

  private static Attempt call(StreamingInvoker invoker) throws Exception {
    var ended = new CompletableFuture<Attempt>();
    invoker.invoke("hello", ended::complete);
    return ended.get(20, TimeUnit.SECONDS);
  }

  private static Attempt callWith(Fault fault) throws Exception {
    sandbox.world().faults().addCount(ENDPOINT, fault, 1);
    return call(invoker);
  }

  @Test
  void aWholeAnswerIsOk() throws Exception {
    Attempt attempt = call(invoker);
    assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(Outcome.OK);
    assertThat(attempt.audioBytes()).isEqualTo(AUDIO_BYTES);
    assertThat(attempt.audioNanos()).isEqualTo(1_600_000_000);
    // The first chunk leaves at 0.9 of 55.9 ms, the last at its end.
    assertThat(attempt.ttfabNanos()).isBetween(50_300_000L, attempt.fullNanos());
    assertThat(attempt.fullNanos()).isGreaterThanOrEqualTo(55_800_000);
  }

  @Test
  void aWavHeaderIsNotTheFirstAudio() throws Exception {
    try (var wav = invoker(ENDPOINT, true)) {
      Attempt attempt = call(wav);
      assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(Outcome.OK);
      assertThat(attempt.audioBytes()).isEqualTo(AUDIO_BYTES);
      assertThat(attempt.ttfabNanos()).isGreaterThanOrEqualTo(50_300_000);
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(
            new Fault.ContainerError(503, "{\"error\":\"queue_saturated\"}"), Outcome.REJECTED),
        Arguments.of(new Fault.ContainerError(429, "slow down"), Outcome.THROTTLED),
        Arguments.of(new Fault.ContainerError(408, "too old"), Outcome.TIMEOUT),
        Arguments.of(new Fault.ContainerError(504, "too late"), Outcome.TIMEOUT),
        Arguments.of(new Fault.ContainerError(500, "boom"), Outcome.MODEL_ERROR),
        Arguments.of(new Fault.ServiceUnavailable(), Outcome.REJECTED),
        Arguments.of(new Fault.Throttled(), Outcome.THROTTLED),
        Arguments.of(new Fault.InternalFailure(), Outcome.SERVICE_ERROR),
        Arguments.of(
            new Fault.ModelStreamError(0, "ModelInvocationTimeExceeded", "late"),
            Outcome.STREAM_ERROR),
        Arguments.of(new Fault.ModelStreamError(2, "StreamBroken", "reset"), Outcome.STREAM_ERROR),
        Arguments.of(new Fault.InternalStreamFailure(1, "boom"), Outcome.STREAM_ERROR));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachFaultHasItsOutcomeAndTheNextRequestIsOk(Fault fault, Outcome expected) throws Exception {
    Attempt attempt = callWith(fault);
    assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(expected);
    assertThat(attempt.message()).isNotBlank();
    Attempt next = call(invoker);
    assertThat(next.outcome()).as(next.message()).isEqualTo(Outcome.OK);
  }

  @Test
  void silenceInAnyPlaceIsATimeoutAndTheNextRequestIsOk() throws Exception {
    // All at once, for each takes as long as the limit.
    Duration silence = Duration.ofSeconds(30);
    List<CompletableFuture<Attempt>> silent = new ArrayList<>();
    for (Fault fault :
        List.of(
            new Fault.Stall(0, silence),
            new Fault.Stall(2, silence),
            new Fault.SlowFirstByte(silence))) {
      sandbox.world().faults().addCount(ENDPOINT, fault, 1);
      var ended = new CompletableFuture<Attempt>();
      invoker.invoke("hello", ended::complete);
      silent.add(ended);
    }
    for (var ended : silent) {
      Attempt attempt = ended.get(20, TimeUnit.SECONDS);
      assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(Outcome.TIMEOUT);
      assertThat(attempt.message()).isNotBlank();
    }
    // The service is done with the three whether or not anybody still listens.
    Attempt next = call(invoker);
    assertThat(next.outcome()).as(next.message()).isEqualTo(Outcome.OK);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStreamCutAfterAnyPartIsNeverOk(boolean wav) throws Exception {
    try (var client = invoker(ENDPOINT, wav)) {
      assertThat(call(client).outcome()).isEqualTo(Outcome.OK);
      for (int parts = 0; parts < CHUNKS; parts++) {
        sandbox.world().faults().addCount(ENDPOINT, new Fault.CutAfterParts(parts), 1);
        Attempt attempt = call(client);
        assertThat(attempt.outcome())
            .as("cut after %d parts: %s", parts, attempt.message())
            .isIn(
                parts == 0
                    ? List.of(Outcome.TRUNCATED, Outcome.CONNECTION)
                    : List.of(Outcome.TRUNCATED));
        assertThat(attempt.audioBytes()).isLessThan(AUDIO_BYTES);
      }
    }
  }

  @Test
  void aShortStallIsSeenAndIsOk() throws Exception {
    // 0.4 s of audio a part: a pause of 0.7 s after two parts leaves playback silent for a while.
    Attempt attempt = callWith(new Fault.Stall(1, Duration.ofMillis(700)));
    assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(Outcome.OK);
    assertThat(attempt.longestStallNanos()).isPositive();
  }

  @Test
  void anEndpointThatIsNotThereIsInvalid() throws Exception {
    try (var nowhere = invoker("none", false)) {
      Attempt attempt = call(nowhere);
      assertThat(attempt.outcome()).isEqualTo(Outcome.INVALID);
      assertThat(attempt.message()).startsWith("ValidationError: ");
    }
  }

  @Test
  void manyAtOnceAllEndOnceAndQueueOneBehindTheOther() throws Exception {
    List<CompletableFuture<Attempt>> all = new ArrayList<>();
    long begun = System.nanoTime();
    for (int i = 0; i < 16; i++) {
      var ended = new CompletableFuture<Attempt>();
      invoker.invoke("hello", ended::complete);
      all.add(ended);
    }
    long last = 0;
    for (var ended : all) {
      Attempt attempt = ended.get(20, TimeUnit.SECONDS);
      assertThat(attempt.outcome()).as(attempt.message()).isEqualTo(Outcome.OK);
      last = Math.max(last, attempt.sentNanos() + attempt.ttfabNanos() - begun);
    }
    assertThat(last).isGreaterThanOrEqualTo(15 * 55_900_000L);
  }

  @Test
  void tellsItsConcurrency() {
    assertThat(invoker.maxConcurrency()).isEqualTo(64);
  }
}
