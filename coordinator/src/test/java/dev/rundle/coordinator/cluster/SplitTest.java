package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.coordinator.cluster.Split.Bearer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SplitTest {
  private static final int PLENTY = 100_000;

  @Test
  void equalsTakeEqualSharesAndTheFirstOneMoreWhereItDoesNotDivide() {
    assertThat(split(50, bearer("a", 4, PLENTY), bearer("b", 4, PLENTY), bearer("c", 4, PLENTY)))
        .containsExactly(Map.entry("a", 17), Map.entry("b", 17), Map.entry("c", 16));
  }

  @Test
  void sharesGoByCores() {
    assertThat(split(600, bearer("a", 2, PLENTY), bearer("b", 8, PLENTY), bearer("c", 2, PLENTY)))
        .containsExactly(Map.entry("a", 100), Map.entry("b", 400), Map.entry("c", 100));
  }

  @Test
  void whatDoesNotDivideGoesToTheLargestRemainders() {
    // Of 10: 1.25, 3.75 and 5.0.
    assertThat(split(10, bearer("a", 1, PLENTY), bearer("b", 3, PLENTY), bearer("c", 4, PLENTY)))
        .containsExactly(Map.entry("a", 1), Map.entry("b", 4), Map.entry("c", 5));
  }

  @Test
  void whoIsFullHoldsItsRoomAndTheOthersTheRestByTheirWeights() {
    // By weight alone b would hold 400.
    assertThat(split(600, bearer("a", 2, PLENTY), bearer("b", 8, 300), bearer("c", 4, PLENTY)))
        .containsExactly(Map.entry("a", 100), Map.entry("b", 300), Map.entry("c", 200));
  }

  @Test
  void withMoreAgentsThanRequestsSomeHoldNothing() {
    assertThat(split(1, bearer("a", 1, PLENTY), bearer("b", 1, PLENTY), bearer("c", 1, PLENTY)))
        .containsExactly(Map.entry("a", 1), Map.entry("b", 0), Map.entry("c", 0));
  }

  @Test
  void moreThanAllHaveRoomForIsNoSplit() {
    assertThatThrownBy(() -> split(101, bearer("a", 1, 50), bearer("b", 9, 50)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is room for 100 requests, not for 101");
    assertThat(split(100, bearer("a", 1, 50), bearer("b", 9, 50)))
        .containsExactly(Map.entry("a", 50), Map.entry("b", 50));
  }

  @Property
  void sharesSumToExactlyNAndNeverExceedTheRoom(
      @ForAll @IntRange(min = 1, max = 300) int agents, @ForAll long seed) {
    var random = new Random(seed);
    List<Bearer> bearers = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      bearers.add(bearer("agent-" + i, 1 + random.nextInt(128), random.nextInt(2_000)));
    }
    int room = bearers.stream().mapToInt(Bearer::room).sum();
    int concurrency = random.nextInt(room + 1);

    Map<String, Integer> shares = Split.byWeight(concurrency, bearers);

    assertThat(shares.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(concurrency);
    assertThat(shares).hasSize(agents);
    assertThat(bearers).allSatisfy(b -> assertThat(shares.get(b.agent())).isBetween(0, b.room()));
    assertThat(Split.byWeight(concurrency, bearers)).isEqualTo(shares);
  }

  @Property
  void withoutLimitsNoShareIsOneOrMoreOffItsProportion(
      @ForAll @IntRange(min = 1, max = 100_000) int concurrency,
      @ForAll @IntRange(min = 1, max = 50) int agents,
      @ForAll long seed) {
    var random = new Random(seed);
    List<Bearer> bearers = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      bearers.add(bearer("agent-" + i, 1 + random.nextInt(64), 1_000_000));
    }
    double weights = bearers.stream().mapToInt(Bearer::weight).sum();

    Map<String, Integer> shares = Split.byWeight(concurrency, bearers);

    assertThat(bearers)
        .allSatisfy(
            b ->
                assertThat(Math.abs(shares.get(b.agent()) - concurrency * b.weight() / weights))
                    .isLessThan(1));
  }

  private static Map<String, Integer> split(int concurrency, Bearer... bearers) {
    return Split.byWeight(concurrency, List.of(bearers));
  }

  private static Bearer bearer(String agent, int weight, int room) {
    return new Bearer(agent, weight, room);
  }
}
