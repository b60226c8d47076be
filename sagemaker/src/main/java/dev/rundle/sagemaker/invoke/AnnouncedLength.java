package dev.rundle.sagemaker.invoke;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The audio bytes that a container announces in its custom attributes: {@code audio-bytes=N}. */
final class AnnouncedLength {
  private static final Pattern AUDIO_BYTES =
      Pattern.compile("(?:^|[\\s,;&])audio-bytes=(\\d{1,18})(?=$|[\\s,;&])");

  private AnnouncedLength() {}

  static OptionalLong in(String customAttributes) {
    if (customAttributes == null) {
      return OptionalLong.empty();
    }
    Matcher found = AUDIO_BYTES.matcher(customAttributes);
    return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
  }
}
