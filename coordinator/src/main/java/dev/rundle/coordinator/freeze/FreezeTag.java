package dev.rundle.coordinator.freeze;

import dev.rundle.model.deployed.EndpointTags;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The copy of a freeze record in one tag of the endpoint, so that any machine with access can thaw.
 * A tag's value holds 256 characters, and neither braces nor quotes nor commas, hence not JSON:
 *
 * <pre>
 * 1 run=7f3a variant=AllTraffic desired=4 current=4 target=2:10:010 at=2026-… pid=7 host=b crc=…
 * </pre>
 *
 * {@code target} is minimum, maximum and the three suspensions (in, out, scheduled), or {@code
 * none}. The checksum finds a value that was cut or edited.
 */
final class FreezeTag {
  static final String KEY = EndpointTags.FREEZE;

  private static final String VERSION = "1";
  private static final int LONGEST_HOST = 40;

  private FreezeTag() {}

  static String encode(FreezeRecord record) {
    PriorState prior = record.prior();
    String text =
        String.format(
            Locale.ROOT,
            "%s run=%s variant=%s desired=%d current=%d target=%s at=%s pid=%d host=%s",
            VERSION,
            record.runId(),
            prior.variant(),
            prior.desiredInstances(),
            prior.currentInstances(),
            prior.target().map(FreezeTag::encode).orElse("none"),
            record.at().truncatedTo(ChronoUnit.SECONDS),
            record.pid(),
            hostForTag(record.host()));
    return text + " crc=" + crc(text);
  }

  /**
   * Reads a tag back.
   *
   * @throws UnreadableRecord if it was cut, edited, or written by a newer version
   */
  static FreezeRecord decode(String value, String endpoint, String endpointArn)
      throws UnreadableRecord {
    int end = value.lastIndexOf(" crc=");
    if (!value.matches("\\d+ .*")) {
      throw new UnreadableRecord("the tag " + KEY + " was not written by rundle");
    }
    String version = value.substring(0, value.indexOf(' '));
    if (!version.equals(VERSION)) {
      throw new UnreadableRecord(
          "the tag " + KEY + " has format " + version + ", this version reads " + VERSION);
    }
    if (end < 0 || !value.substring(end + 5).equals(crc(value.substring(0, end)))) {
      throw new UnreadableRecord("the tag " + KEY + " was cut or edited: its checksum differs");
    }
    Map<String, String> fields = fields(value.substring(0, end));
    try {
      var prior =
          new PriorState(
              endpoint,
              endpointArn,
              field(fields, "variant"),
              Integer.parseInt(field(fields, "desired")),
              Integer.parseInt(field(fields, "current")),
              decodeTarget(field(fields, "target"), endpoint, field(fields, "variant")),
              List.of());
      return new FreezeRecord(
          field(fields, "run"),
          Instant.parse(field(fields, "at")),
          field(fields, "host"),
          Long.parseLong(field(fields, "pid")),
          prior);
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new UnreadableRecord("the tag " + KEY + " is not complete: " + e.getMessage());
    }
  }

  private static Map<String, String> fields(String text) {
    Map<String, String> fields = new HashMap<>();
    for (String part : text.split(" ")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        fields.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return fields;
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no " + name);
    }
    return value;
  }

  private static String encode(ScalableTarget target) {
    SuspendedState s = target.suspended();
    return target.minCapacity()
        + ":"
        + target.maxCapacity()
        + ":"
        + bit(s.dynamicScalingInSuspended())
        + bit(s.dynamicScalingOutSuspended())
        + bit(s.scheduledScalingSuspended());
  }

  private static Optional<ScalableTarget> decodeTarget(
      String text, String endpoint, String variant) {
    if (text.equals("none")) {
      return Optional.empty();
    }
    String[] parts = text.split(":");
    if (parts.length != 3 || !parts[2].matches("[01]{3}")) {
      throw new IllegalArgumentException("target=" + text);
    }
    String flags = parts[2];
    return Optional.of(
        new ScalableTarget(
            ScalableTarget.resourceId(endpoint, variant),
            Integer.parseInt(parts[0]),
            Integer.parseInt(parts[1]),
            new SuspendedState(
                flags.charAt(0) == '1', flags.charAt(1) == '1', flags.charAt(2) == '1')));
  }

  private static char bit(boolean b) {
    return b ? '1' : '0';
  }

  /** Only characters that a tag may hold; a host's name is for people, not for looking it up. */
  private static String hostForTag(String host) {
    String clean = host.replaceAll("[^A-Za-z0-9.-]", "-");
    return clean.substring(0, Math.min(LONGEST_HOST, clean.length()));
  }

  private static String crc(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }
}
