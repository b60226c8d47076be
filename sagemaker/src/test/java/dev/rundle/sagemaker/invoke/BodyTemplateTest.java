package dev.rundle.sagemaker.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class BodyTemplateTest {
  private static String filled(String template, String contentType, String text) {
    return new String(BodyTemplate.of(template, contentType).fill(text), StandardCharsets.UTF_8);
  }

  @Test
  void textIsEscapedInJson() {
    assertThat(filled("{\"text\":\"${text}\",\"v\":1}", "application/json", "say \"hi\"\n\\ ü😀"))
        .isEqualTo("{\"text\":\"say \\\"hi\\\"\\n\\\\ ü😀\",\"v\":1}");
  }

  @Test
  void textIsPlainElsewhere() {
    assertThat(filled("${text}|${text}", "text/plain", "a\"b")).isEqualTo("a\"b|a\"b");
    assertThat(filled("fixed", "text/plain", "a")).isEqualTo("fixed");
  }

  @Test
  void aTextIsNotATemplate() {
    assertThat(filled("<${text}>", "text/plain", "${text}")).isEqualTo("<${text}>");
  }

  @Test
  void halfAPairIsRefused() {
    var template = BodyTemplate.of("{\"text\":\"${text}\"}", "application/json");
    assertThatIllegalArgumentException().isThrownBy(() -> template.fill("\uD83D"));
  }

  @Property
  void aJsonReaderReadsWhatWasPutIn(@ForAll @StringLength(max = 60) String text)
      throws IOException {
    Assume.that(isWellFormed(text));
    byte[] body = BodyTemplate.of("\"${text}\"", "application/json; charset=utf-8").fill(text);
    try (var parser = new JsonFactory().createParser(body)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_STRING);
      assertThat(parser.getText()).isEqualTo(text);
    }
  }

  private static boolean isWellFormed(String text) {
    return StandardCharsets.UTF_16.newEncoder().canEncode(text);
  }
}
