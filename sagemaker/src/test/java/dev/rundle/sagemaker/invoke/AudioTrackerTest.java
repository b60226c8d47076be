package dev.rundle.sagemaker.invoke;

import static dev.rundle.sagemaker.invoke.CannedServer.join;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AudioTrackerTest {
  private static final AudioFormat WAV = new AudioFormat(true, 24_000, 2, 1);
  private static final byte[] SAMPLES = samples(960);
  private static final byte[] PLAIN =
      WavBytes.of(WavBytes.fmt(48_000), WavBytes.chunk("data", SAMPLES));
  private static final byte[] WITH_LIST =
      WavBytes.of(
          WavBytes.fmt(48_000),
          WavBytes.chunk("LIST", "made by hand, odd.".getBytes()),
          WavBytes.chunk("odd ", new byte[7]),
          WavBytes.chunk("data", SAMPLES),
          WavBytes.chunk("LIST", new byte[33]));

  private static byte[] samples(int n) {
    byte[] samples = new byte[n];
    for (int i = 0; i < n; i++) {
      samples[i] = (byte) (i * 7 - 128);
    }
    return samples;
  }

  /** A tracker that was given the bytes in pieces; each piece comes at its number in ms. */
  private static AudioTracker heard(byte[]... pieces) {
    var tracker = new AudioTracker(WAV);
    for (int i = 0; i < pieces.length; i++) {
      tracker.accept(pieces[i], (i + 1) * 1_000_000L);
    }
    return tracker;
  }

  private static byte[][] cutAt(byte[] whole, int at) {
    return new byte[][] {Arrays.copyOf(whole, at), Arrays.copyOfRange(whole, at, whole.length)};
  }

  @Test
  void theHeaderIsNotAudioWhereverTheStreamIsCut() {
    for (int at = 1; at < PLAIN.length; at++) {
      AudioTracker tracker = heard(cutAt(PLAIN, at));
      assertThat(tracker.audioBytes()).as("cut at %d", at).isEqualTo(960);
      assertThat(tracker.firstAudioAfter(0))
          .as("cut at %d", at)
          .isEqualTo(at <= 44 ? 2_000_000 : 1_000_000);
      assertThat(tracker.shortfall(OptionalLong.empty())).isEmpty();
    }
  }

  @Test
  void otherChunksMayComeBeforeAndAfterTheAudio() {
    int audioFrom = WITH_LIST.length - (8 + 33 + 1) - 960;
    assertThat(audioFrom).isGreaterThan(44);
    for (int at = 1; at < WITH_LIST.length; at++) {
      AudioTracker tracker = heard(cutAt(WITH_LIST, at));
      assertThat(tracker.audioBytes()).as("cut at %d", at).isEqualTo(960);
      assertThat(tracker.firstAudioAfter(0))
          .as("cut at %d", at)
          .isEqualTo(at <= audioFrom ? 2_000_000 : 1_000_000);
    }
  }

  @Test
  void whateverIsMissingOfAFileIsMissed() {
    for (byte[] file : List.of(PLAIN, WITH_LIST)) {
      int audioEnds = file == PLAIN ? file.length : file.length - (8 + 33 + 1);
      for (int kept = 0; kept < audioEnds; kept++) {
        assertThat(heard(Arrays.copyOf(file, kept)).shortfall(OptionalLong.empty()))
            .as("kept %d of %d", kept, file.length)
            .isPresent();
      }
      assertThat(heard(file).shortfall(OptionalLong.empty())).isEmpty();
    }
  }

  @Test
  void aFileOfOddLengthIsWholeWithAndWithoutItsPadByte() {
    // 24-bit mono, 321 samples.
    byte[] padded = WavBytes.of(WavBytes.fmt(72_000), WavBytes.chunk("data", new byte[963]));
    byte[] unpadded = Arrays.copyOf(padded, padded.length - 1);
    assertThat(padded).hasSize(44 + 963 + 1);

    for (byte[] file : List.of(padded, unpadded)) {
      assertThat(heard(file).shortfall(OptionalLong.empty())).isEmpty();
      assertThat(heard(file).audioBytes()).isEqualTo(963);
    }
    assertThat(heard(Arrays.copyOf(padded, 44 + 962)).shortfall(OptionalLong.empty()))
        .contains("ended 1 bytes short of the length in its WAV header");
  }

  @Property
  void cutsNeverChangeWhatIsAudio(
      @ForAll @Size(max = 6) List<@IntRange(min = 0, max = 1_100) Integer> cuts) {
    int[] at = cuts.stream().mapToInt(c -> Math.min(c, WITH_LIST.length)).sorted().toArray();
    var tracker = new AudioTracker(WAV);
    int from = 0;
    for (int to : at) {
      tracker.accept(Arrays.copyOfRange(WITH_LIST, from, to), 0);
      from = to;
    }
    tracker.accept(Arrays.copyOfRange(WITH_LIST, from, WITH_LIST.length), 0);
    assertThat(tracker.audioBytes()).isEqualTo(960);
    assertThat(tracker.audioNanos()).isEqualTo(20_000_000);
  }

  @Test
  void placeholderLengthsMeanUntilTheEnd() {
    for (long size : new long[] {0, 0x7FFF_FFFFL, 0x7FFF_F000L, 0x7FFF_FFFFL - 36, 0xFFFF_FFFFL}) {
      byte[] streamed =
          join(WavBytes.of(WavBytes.fmt(48_000), WavBytes.header("data", size)), SAMPLES);
      for (int at = 1; at < streamed.length; at++) {
        assertThat(heard(cutAt(streamed, at)).audioBytes()).as("size %d", size).isEqualTo(960);
      }
      assertThat(heard(streamed).shortfall(OptionalLong.empty())).isEmpty();
      assertThat(heard(streamed).shortfall(OptionalLong.of(961)))
          .contains("ended after 960 of 961 announced bytes");
    }
  }

  @Test
  void aStreamWithoutAHeaderIsAudioFromItsFirstByte() {
    for (int at = 1; at < SAMPLES.length; at++) {
      AudioTracker tracker = heard(cutAt(SAMPLES, at));
      assertThat(tracker.audioBytes()).isEqualTo(960);
      assertThat(tracker.firstAudioAfter(0)).isEqualTo(1_000_000);
    }
  }

  @Test
  void audioThatBeginsLikeAHeaderCountsFromItsFirstByte() {
    byte[] deceptive = join("RIFF....WAV".getBytes(), SAMPLES);
    for (int at = 1; at < deceptive.length; at++) {
      AudioTracker tracker = heard(cutAt(deceptive, at));
      assertThat(tracker.audioBytes()).isEqualTo(971);
      assertThat(tracker.firstAudioAfter(0)).isEqualTo(1_000_000);
    }
  }

  @Test
  void aFileForEveryPartIsAudioWithoutItsHeaders() {
    byte[] three = join(PLAIN, PLAIN, PLAIN);
    for (int at = 1; at < three.length; at++) {
      AudioTracker tracker = heard(cutAt(three, at));
      assertThat(tracker.audioBytes()).as("cut at %d", at).isEqualTo(3 * 960);
      assertThat(tracker.shortfall(OptionalLong.empty())).isEmpty();
    }
  }

  @Test
  void audioBeyondTheLengthInItsHeaderIsStillAudio() {
    byte[] understated =
        join(WavBytes.of(WavBytes.fmt(48_000), WavBytes.chunk("data", SAMPLES)), SAMPLES);
    assertThat(heard(understated).audioBytes()).isEqualTo(2 * 960);
  }

  @Test
  void theHeaderOverrulesTheConfiguredFormat() {
    byte[] twiceAsFast = WavBytes.of(WavBytes.fmt(96_000), WavBytes.chunk("data", SAMPLES));
    assertThat(heard(twiceAsFast).audioNanos()).isEqualTo(10_000_000);
    assertThat(heard(SAMPLES).audioNanos()).isEqualTo(20_000_000);
  }

  @Test
  void emptyPartsAreNothing() {
    var tracker = heard(new byte[0], new byte[0]);
    assertThat(tracker.firstAudioAfter(0)).isEqualTo(-1);
    assertThat(tracker.shortfall(OptionalLong.empty())).contains("ended without audio");
    tracker.accept(SAMPLES, 9_000_000);
    assertThat(tracker.firstAudioAfter(4_000_000)).isEqualTo(5_000_000);
  }

  @Test
  void aStallIsHowLongPlaybackStoodStill() {
    // 480 bytes are 10 ms of audio.
    byte[] tenMillis = new byte[480];
    var tracker = new AudioTracker(AudioFormat.PCM_24K);
    tracker.accept(tenMillis, 100_000_000); // plays until 110
    tracker.accept(tenMillis, 105_000_000); // until 120
    assertThat(tracker.longestStallNanos()).isZero();
    tracker.accept(tenMillis, 127_000_000); // 7 late, until 137
    tracker.accept(tenMillis, 140_000_000); // 3 late, until 150
    tracker.accept(tenMillis, 150_000_000); // just in time
    assertThat(tracker.longestStallNanos()).isEqualTo(7_000_000);
    assertThat(tracker.audioNanos()).isEqualTo(50_000_000);
  }
}
