package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SplitTest {
  @Test
  void theFirstAgentsTakeOneMoreWhereItDoesNotDivide() {
    assertThat(Split.evenly(50, List.of("a", "b", "c")))
        .containsExactly(Map.entry("a", 17), Map.entry("b", 17), Map.entry("c", 16));
  }

  @Test
  void withMoreAgentsThanRequestsTheLastHoldNothing() {
    assertThat(Split.evenly(1, List.of("a", "b", "c")))
        .containsExactly(Map.entry("a", 1), Map.entry("b", 0), Map.entry("c", 0));
  }

  @Test
  void thePoolsOfThreeAgentsSurviveTheLossOfOne() {
    assertThat(Split.poolSurvivingOneLoss(60, 3)).isEqualTo(30);
    assertThat(Split.poolSurvivingOneLoss(61, 3)).isEqualTo(31);
    assertThat(Split.poolSurvivingOneLoss(60, 1)).isEqualTo(60);
  }

  @Property
  void sharesSumToExactlyNAndDifferByAtMostOne(
      @ForAll @IntRange(min = 1, max = 100_000) int concurrency,
      @ForAll @IntRange(min = 1, max = 300) int agents) {
    List<String> names = IntStream.range(0, agents).mapToObj(i -> "agent-" + i).toList();

    Map<String, Integer> shares = Split.evenly(concurrency, names);

    var statistics = shares.values().stream().mapToInt(Integer::intValue).summaryStatistics();
    assertThat(statistics.getSum()).isEqualTo(concurrency);
    assertThat(statistics.getMax() - statistics.getMin()).isBetween(0, 1);
    assertThat(statistics.getCount()).isEqualTo(agents);
  }

  @Property
  void afterOneLossNoShareExceedsThePool(
      @ForAll @IntRange(min = 1, max = 100_000) int concurrency,
      @ForAll @IntRange(min = 2, max = 300) int agents) {
    List<String> remaining = IntStream.range(1, agents).mapToObj(i -> "agent-" + i).toList();

    assertThat(Split.evenly(concurrency, remaining).values())
        .allSatisfy(
            share ->
                assertThat(share)
                    .isLessThanOrEqualTo(Split.poolSurvivingOneLoss(concurrency, agents)));
  }
}
