package dev.rundle.sagemaker.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EventFramesTest {
  private static final byte[] EVENT = CannedServer.part(new byte[100]);
  private static final byte[] TWO = CannedServer.join(EVENT, EVENT);

  @Test
  void onlyTheEndsOfEventsAreBetweenFrames() {
    for (int kept = 0; kept <= TWO.length; kept++) {
      var frames = new EventFrames();
      frames.accept(ByteBuffer.wrap(Arrays.copyOf(TWO, kept)));
      assertThat(frames.isInsideFrame())
          .as("after %d bytes", kept)
          .isEqualTo(kept % EVENT.length != 0);
    }
  }

  @Test
  void cutsDoNotMatter() {
    for (int at = 0; at <= TWO.length; at++) {
      var frames = new EventFrames();
      frames.accept(ByteBuffer.wrap(TWO, 0, at));
      frames.accept(ByteBuffer.wrap(TWO, at, TWO.length - at));
      assertThat(frames.isInsideFrame()).as("cut at %d", at).isFalse();
    }
  }
}
