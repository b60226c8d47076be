package dev.rundle.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
  @ParameterizedTest
  @CsvSource({
    "240,240000",
    "240s,240000",
    "4m,240000",
    "0.5m,30000",
    "1.5h,5400000",
    "500ms,500",
    "55.9ms,55.9",
    "0,0"
  })
  void secondsUnlessAUnitIsGiven(String text, double millis) {
    assertThat(new DurationConverter().convert(text))
        .isEqualTo(Duration.ofNanos(Math.round(millis * 1e6)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-1", "1d", "NaN", "1e9", "3x", "4 m", "25h", "999999999m"})
  void anythingElseIsNoDuration(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }
}
