package dev.rundle.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.sandbox.wire.ServiceError;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputTest {
  private static Input input(String json) throws IOException {
    return new Input(new ObjectMapper().readTree(json), Complaints.METRICS);
  }

  @Test
  void scalarsMayBeTypedOrText() throws IOException {
    var typed = input("{\"i\":3,\"d\":2.5,\"b\":true}");
    var text = input("{\"i\":\"3\",\"d\":\"2.5\",\"b\":\"true\"}");
    for (var each : new Input[] {typed, text}) {
      assertThat(each.integer("i")).isEqualTo(3);
      assertThat(each.decimal("d")).isEqualTo(2.5);
      assertThat(each.findBoolean("b")).contains(true);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1767225600.5",
        "\"2026-01-01T00:00:00.5Z\"",
        "1.7672256005E9",
        "\"1767225600.5\""
      })
  void timeStampsMayBeEpochSecondsOrIso(String stamp) throws IOException {
    assertThat(input("{\"t\":" + stamp + "}").instant("t"))
        .isEqualTo(Instant.parse("2026-01-01T00:00:00.500Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "\"yesterday\"", "\"2026-01-01T25:00:00Z\"", "{}", "[]"})
  void foreignTimeStampsAreRefused(String stamp) throws IOException {
    var input = input("{\"t\":" + stamp + "}");
    assertThatThrownBy(() -> input.instant("t"))
        .isInstanceOfSatisfying(
            ServiceError.class, e -> assertThat(e.code()).isEqualTo("SerializationException"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "1e12", "\"three\"", "{}", "true", "1e999999999"})
  void aCountIsAWholeNumberThatFits(String count) throws IOException {
    var input = input("{\"n\":" + count + "}");
    assertThatThrownBy(() -> input.integer("n")).isInstanceOf(ServiceError.class);
  }

  @Test
  void missingAndNullAreTheSame() throws IOException {
    var input = input("{\"n\":null}");
    assertThat(input.findInt("n")).isEmpty();
    assertThatThrownBy(() -> input.integer("n")).hasMessage("The parameter n is required.");
    assertThatThrownBy(() -> input.text("absent")).hasMessageContaining("absent");
  }

  @Test
  void listsAndPairs() throws IOException {
    var input =
        input(
            "{\"names\":[\"a\",\"b\"],\"empty\":\"\","
                + "\"tags\":[{\"Key\":\"k\",\"Value\":\"v\"},{\"Key\":\"flag\"}]}");
    assertThat(input.texts("names")).containsExactly("a", "b");
    assertThat(input.texts("empty")).isEmpty();
    assertThat(input.texts("absent")).isEmpty();
    assertThat(input.pairs("tags", "Key", "Value")).isEqualTo(Map.of("k", "v", "flag", ""));
    assertThatThrownBy(() -> input.structures("names")).hasMessageContaining("names");
  }
}
