package dev.rundle.model.artifact;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.rundle.model.measure.EncodedHistogram;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The one way in which records become JSON: snake_case names in the order of the record's
 * components, map entries sorted, ISO-8601 instants and durations, histograms as base64. The same
 * record gives the same bytes.
 */
public final class ArtifactJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .addModule(histograms())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
          .build();

  private ArtifactJson() {}

  /** The mapper, for trees and for reading; configured once, safe to share. */
  static JsonMapper mapper() {
    return MAPPER;
  }

  /** Pretty JSON with a line end at its end. */
  public static String write(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SimpleModule histograms() {
    var module = new SimpleModule("histograms");
    module.addSerializer(EncodedHistogram.class, new HistogramWriter());
    module.addDeserializer(EncodedHistogram.class, new HistogramReader());
    return module;
  }

  private static final class HistogramWriter extends StdSerializer<EncodedHistogram> {
    private static final long serialVersionUID = 1L;

    HistogramWriter() {
      super(EncodedHistogram.class);
    }

    @Override
    public void serialize(EncodedHistogram value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeBinary(value.bytes());
    }
  }

  private static final class HistogramReader extends StdDeserializer<EncodedHistogram> {
    private static final long serialVersionUID = 1L;

    HistogramReader() {
      super(EncodedHistogram.class);
    }

    @Override
    public EncodedHistogram deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return EncodedHistogram.of(json.getBinaryValue());
    }
  }
}
