package dev.rundle.sagemaker.invoke;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What of one response was audio, when the first of it came, and how long a player would have stood
 * still. The player starts with the first audio and plays without a buffer: a chunk that comes
 * later than the audio before it lasts is a stall of the difference. Not safe for concurrent use.
 */
final class AudioTracker {
  static final long NONE = -1;

  private final WavReader reader = new WavReader();
  private final AudioFormat format;
  private boolean anyByte;
  private long firstByteAt;
  private boolean anyAudio;
  private long firstAudioAt;
  private long playedOutAt;
  private long audioBytes;
  private long longestStallNanos;

  AudioTracker(AudioFormat format) {
    this.format = format;
  }

  /** The next part of the response; empty parts are nothing. */
  void accept(byte[] part, long atNanos) {
    if (part.length == 0) {
      return;
    }
    if (!anyByte) {
      anyByte = true;
      firstByteAt = atNanos;
    }
    long audio = reader.audioBytesIn(part);
    if (audio == 0) {
      return;
    }
    if (!anyAudio) {
      anyAudio = true;
      // Bytes held back as a possible header were audio when they came.
      firstAudioAt = reader.isRaw() ? firstByteAt : atNanos;
      playedOutAt = firstAudioAt;
    }
    longestStallNanos = Math.max(longestStallNanos, atNanos - playedOutAt);
    playedOutAt = Math.max(playedOutAt, atNanos) + nanosOf(audio);
    audioBytes += audio;
  }

  /** From a ticker reading to the first audio; {@value #NONE} if none came. */
  long firstAudioAfter(long sentNanos) {
    return anyAudio ? firstAudioAt - sentNanos : NONE;
  }

  long audioBytes() {
    return audioBytes;
  }

  /** Playing time, by the WAV header where there is one. */
  long audioNanos() {
    return nanosOf(audioBytes);
  }

  long longestStallNanos() {
    return longestStallNanos;
  }

  /**
   * Why the response is incomplete although the stream ended as it should.
   *
   * @param announcedBytes audio bytes that the container announced
   */
  Optional<String> shortfall(OptionalLong announcedBytes) {
    if (announcedBytes.isPresent() && audioBytes < announcedBytes.getAsLong()) {
      return Optional.of(
          "ended after " + audioBytes + " of " + announcedBytes.getAsLong() + " announced bytes");
    }
    if (audioBytes == 0) {
      return Optional.of("ended without audio");
    }
    if (reader.missingBytes() > 0) {
      return Optional.of(
          "ended " + reader.missingBytes() + " bytes short of the length in its WAV header");
    }
    return Optional.empty();
  }

  private long nanosOf(long bytes) {
    return reader.bytesPerSecond() > 0
        ? (long) (bytes * 1e9 / reader.bytesPerSecond())
        : format.nanosOf(bytes);
  }
}
