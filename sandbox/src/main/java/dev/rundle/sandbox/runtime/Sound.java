package dev.rundle.sandbox.runtime;

import dev.rundle.sandbox.world.Audio;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sound that all responses are cut from, at each sample rate that is asked for. */
final class Sound {
  private final Map<Integer, Tone> byRate = new ConcurrentHashMap<>();

  /** A stretch of an answer, counted in bytes from its beginning. */
  byte[] bytes(Audio audio, long offset, int length) {
    return byRate.computeIfAbsent(audio.sampleRateHz(), Tone::new).bytes(offset, length);
  }
}
