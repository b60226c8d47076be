package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;

/** Writers of trees that know time stamps: epoch seconds, tagged as such in CBOR. */
final class Trees {
  private static final int EPOCH_TAG = 1;

  static final ObjectMapper JSON = withInstants(new ObjectMapper());
  static final ObjectMapper CBOR = withInstants(new CBORMapper());

  private Trees() {}

  private static ObjectMapper withInstants(ObjectMapper mapper) {
    return mapper.registerModule(
        new SimpleModule().addSerializer(Instant.class, new EpochSeconds()));
  }

  private static final class EpochSeconds extends StdSerializer<Instant> {
    private static final long serialVersionUID = 1L;

    EpochSeconds() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (out instanceof CBORGenerator cbor) {
        cbor.writeTag(EPOCH_TAG);
        cbor.writeNumber(value.toEpochMilli() / 1000.0);
      } else {
        // As digits: a double would print 1.7645832E9.
        out.writeNumber(BigDecimal.valueOf(value.toEpochMilli(), 3));
      }
    }
  }
}
