package dev.rundle.sagemaker.invoke;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request body with <code>${text}</code> in it, cut into its fixed parts once. In a JSON body the
 * text is escaped as the inside of a JSON string; in any other it is put in as it is, in UTF-8.
 */
public final class BodyTemplate {
  private static final String PLACE = "${text}";

  private final List<byte[]> fixed;
  private final boolean json;

  private BodyTemplate(List<byte[]> fixed, boolean json) {
    this.fixed = fixed;
    this.json = json;
  }

  /** Cuts a template; one without a place for the text is sent as it is every time. */
  public static BodyTemplate of(String template, String contentType) {
    List<byte[]> fixed = new ArrayList<>();
    int from = 0;
    for (int at; (at = template.indexOf(PLACE, from)) >= 0; from = at + PLACE.length()) {
      fixed.add(template.substring(from, at).getBytes(StandardCharsets.UTF_8));
    }
    fixed.add(template.substring(from).getBytes(StandardCharsets.UTF_8));
    return new BodyTemplate(fixed, contentType.toLowerCase(Locale.ROOT).contains("json"));
  }

  /**
   * The body for a text.
   *
   * @throws IllegalArgumentException if the text has half a surrogate pair
   */
  public byte[] fill(String text) {
    byte[] filling =
        json
            ? JsonStringEncoder.getInstance().quoteAsUTF8(text)
            : text.getBytes(StandardCharsets.UTF_8);
    var body = new ByteArrayOutputStream(256);
    for (int i = 0; i < fixed.size(); i++) {
      if (i > 0) {
        body.writeBytes(filling);
      }
      body.writeBytes(fixed.get(i));
    }
    return body.toByteArray();
  }
}
