package dev.rundle.cli.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** This build's version, as it stands in artifacts. */
public final class ProductVersion {
  private ProductVersion() {}

  /** For example {@code 0.1.0-SNAPSHOT}. */
  public static String current() {
    Properties properties = new Properties();
    try (InputStream in =
        ProductVersion.class.getResourceAsStream("/dev/rundle/cli/version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
