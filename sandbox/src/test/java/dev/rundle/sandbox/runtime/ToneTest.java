package dev.rundle.sandbox.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;

class ToneTest {
  private static final int RATE_HZ = 24_000;
  private final Tone tone = new Tone(RATE_HZ);

  @Test
  void stretchesJoinWithoutASeam() {
    var whole = tone.bytes(0, 3 * RATE_HZ * 2);
    var joined = new ByteArrayOutputStream();
    for (int at = 0; at < whole.length; at += 9_999) {
      joined.writeBytes(tone.bytes(at, Math.min(9_999, whole.length - at)));
    }
    assertThat(joined.toByteArray()).isEqualTo(whole);
  }

  @Test
  void aSecondHasItsWholeCyclesAndIsHeard() {
    var samples = ByteBuffer.wrap(tone.bytes(0, RATE_HZ * 2)).order(ByteOrder.LITTLE_ENDIAN);
    int risingThroughZero = 0;
    int peak = 0;
    int previous = -1;
    while (samples.hasRemaining()) {
      int sample = samples.getShort();
      if (previous < 0 && sample >= 0) {
        risingThroughZero++;
      }
      previous = sample;
      peak = Math.max(peak, sample);
    }
    assertThat(risingThroughZero).isEqualTo(440);
    assertThat(peak).isBetween(9_000, 10_000);
  }

  @Test
  void theWavHeaderIsReadByTheJdk() throws Exception {
    var file = new ByteArrayOutputStream();
    file.writeBytes(WavHeader.of(RATE_HZ, 4_800));
    assertThat(file.size()).isEqualTo(WavHeader.BYTES);
    file.writeBytes(tone.bytes(0, 4_800));
    var audio = AudioSystem.getAudioInputStream(new ByteArrayInputStream(file.toByteArray()));
    assertThat(audio.getFormat().getSampleRate()).isEqualTo(24_000f);
    assertThat(audio.getFormat().getChannels()).isEqualTo(1);
    assertThat(audio.getFrameLength()).isEqualTo(2_400);
  }
}
