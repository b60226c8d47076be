package dev.rundle.cli.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Placeholder credentials for the time of a demo, put where the default chain looks first: a demo
 * must neither use nor need the user's own, and an expired login must not stop it.
 */
final class SandboxCredentials implements AutoCloseable {
  private static final Map<String, String> PLACEHOLDERS =
      Map.of("aws.accessKeyId", "sandbox", "aws.secretAccessKey", "sandbox");

  private final Map<String, String> before = new LinkedHashMap<>();

  private SandboxCredentials() {}

  static SandboxCredentials use() {
    var credentials = new SandboxCredentials();
    PLACEHOLDERS.forEach(
        (name, value) -> credentials.before.put(name, System.setProperty(name, value)));
    return credentials;
  }

  @Override
  public void close() {
    before.forEach(
        (name, value) -> {
          if (value == null) {
            System.clearProperty(name);
          } else {
            System.setProperty(name, value);
          }
        });
  }
}
