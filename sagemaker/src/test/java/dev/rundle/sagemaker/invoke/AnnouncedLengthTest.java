package dev.rundle.sagemaker.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnnouncedLengthTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "audio-bytes=76800",
        "audio-bytes=76800;sample-rate=24000",
        "sample-rate=24000; audio-bytes=76800",
        "a=1,audio-bytes=76800,b=2"
      })
  void isFoundAmongOthers(String attributes) {
    assertThat(AnnouncedLength.in(attributes)).hasValue(76_800);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "raw-audio-bytes=5",
        "audio-bytes=",
        "audio-bytes=-1",
        "audio-bytes=1.5",
        "audio-bytes=12x",
        "audio-bytes=9999999999999999999"
      })
  void isNotMadeUp(String attributes) {
    assertThat(AnnouncedLength.in(attributes)).isEmpty();
  }

  @Test
  void mayBeMissing() {
    assertThat(AnnouncedLength.in(null)).isEmpty();
  }
}
