package dev.rundle.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * This build's version, as it stands in artifacts and as coordinator and agents compare it before
 * they work together.
 */
public final class ProductVersion {
  private static final String RESOURCE = "/dev/rundle/model/version.properties";

  private ProductVersion() {}

  /** For example {@code 0.1.0-SNAPSHOT}. */
  public static String current() {
    var properties = new Properties();
    try (InputStream in = ProductVersion.class.getResourceAsStream(RESOURCE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
