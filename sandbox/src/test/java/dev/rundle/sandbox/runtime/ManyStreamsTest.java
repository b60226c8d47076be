package dev.rundle.sandbox.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.SandboxClient;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.InstanceDescription;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import dev.rundle.sandbox.world.ServiceTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManyStreamsTest {
  private static final int STREAMS = 1_000;

  @Test
  void aThousandStreamsAtOnceAllEndWhole() {
    var profile =
        ServiceProfile.kokoro()
            .withSlots(STREAMS)
            .withServiceTime(new ServiceTime.Constant(Duration.ofSeconds(4)));
    var settings =
        SandboxSettings.builder()
            .endpoint(EndpointSettings.single("wide", "AllTraffic", 1, profile))
            .build();
    try (var sandbox = Sandbox.start(settings)) {
      var client = new SandboxClient(sandbox.url());
      var streams = IntStream.range(0, STREAMS).mapToObj(i -> client.streaming("wide")).toList();
      int mostInFlight = 0;
      while (!streams.stream().allMatch(CompletableFuture::isDone)) {
        mostInFlight = Math.max(mostInFlight, inFlight(sandbox));
        LockSupport.parkNanos(20_000_000);
      }
      assertThat(streams).allMatch(stream -> stream.join().audioBytes() == 76_800);
      assertThat(mostInFlight).isGreaterThan(STREAMS / 2);
      assertThat(inFlight(sandbox)).isZero();
    }
  }

  private static int inFlight(Sandbox sandbox) {
    return sandbox.world().endpoints().instances("wide").stream()
        .mapToInt(InstanceDescription::inFlight)
        .sum();
  }
}
