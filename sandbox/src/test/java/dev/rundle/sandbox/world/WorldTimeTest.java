package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorldTimeTest {
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");

  private final ManualTime time = new ManualTime(START);

  @Test
  void tasksRunAtTheirOwnTimesAndInOrder() {
    var seen = new ArrayList<String>();
    time.schedule(() -> seen.add("b " + time.now()), Duration.ofSeconds(2));
    time.schedule(() -> seen.add("c " + time.now()), Duration.ofSeconds(2));
    time.schedule(
        () -> {
          seen.add("a " + time.now());
          time.schedule(() -> seen.add("nested " + time.now()), Duration.ofSeconds(3));
        },
        Duration.ofSeconds(1));
    time.schedule(() -> seen.add("never"), Duration.ofSeconds(1)).cancel();
    time.advance(Duration.ofSeconds(4));
    assertThat(seen)
        .containsExactly(
            "a 2026-08-04T14:00:01Z",
            "b 2026-08-04T14:00:02Z",
            "c 2026-08-04T14:00:02Z",
            "nested 2026-08-04T14:00:04Z");
  }

  @Test
  void aWallClockThatIsSetIsFollowedAndServiceTimesDoNotNotice() {
    var clock = new SteppedClock(time);
    var world = World.create(SandboxSettings.defaults(), new WorldTime(clock, time, time));
    var clients = new VirtualClients(world, time).start(3);
    time.advance(Duration.ofSeconds(15));
    assertThat(world.now()).isEqualTo(START.plusSeconds(15));
    clock.step = Duration.ofHours(1);
    time.advance(Duration.ofSeconds(15));
    assertThat(world.now()).isEqualTo(START.plusSeconds(30).plus(clock.step));
    clock.step = Duration.ofHours(-1);
    time.advance(Duration.ofSeconds(30));
    assertThat(world.now()).isEqualTo(START.plusSeconds(60).plus(clock.step));
    List<Long> starts = clients.startNanos().boxed().toList();
    for (int i = 1; i < starts.size(); i++) {
      assertThat(starts.get(i) - starts.get(i - 1)).isEqualTo(55_900_000);
    }
  }

  @Test
  void aClosedWorldDoesNothingByItself() {
    var world = World.create(SandboxSettings.defaults(), time.worldTime());
    var clients = new VirtualClients(world, time).start(2);
    world.close();
    time.advance(Duration.ofMinutes(1));
    // The first service had begun, the second never does.
    assertThat(clients.samples()).hasSize(1);
  }

  private static final class SteppedClock extends Clock {
    private final ManualTime time;
    private Duration step = Duration.ZERO;

    private SteppedClock(ManualTime time) {
      this.time = time;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return time.now().plus(step);
    }
  }
}
