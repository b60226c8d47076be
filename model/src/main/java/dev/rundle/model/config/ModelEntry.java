package dev.rundle.model.config;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.config.ModelConfig.Workload;
import dev.rundle.model.failure.BadInput;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * One model in {@code rundle.yaml}, with its defaults:
 *
 * <pre>
 *   endpoint                (required)
 *   variant                 AllTraffic
 *   min_instances           1
 *   max_instances           the same as min_instances: no scaling
 *   slo_ms                  3000      p95 of the time to first audio byte
 *   surge_ratio             1.25      1 ≤ ratio &lt; 1.5
 *   scaling_target_value    (unknown until planned)
 *   scale_in_threshold      (unknown until planned)
 *   scale_out_cooldown_s    30
 *   scale_in_cooldown_s     300
 *   queue_max_depth         (unknown until planned; 0 is no bound)
 *   workload:
 *     content_type          application/json
 *     accept                application/octet-stream
 *     body_template         {"text":"${text}"}
 *     audio:
 *       wav                 false
 *       sample_rate_hz      24000
 *       bytes_per_sample    2
 *       channels            1
 * </pre>
 */
final class ModelEntry {
  static final Set<String> KEYS =
      Set.of(
          "endpoint",
          "variant",
          "min_instances",
          "max_instances",
          "slo_ms",
          "surge_ratio",
          "scaling_target_value",
          "scale_in_threshold",
          "scale_out_cooldown_s",
          "scale_in_cooldown_s",
          "queue_max_depth",
          "workload");

  private static final Set<String> WORKLOAD_KEYS =
      Set.of("content_type", "accept", "body_template", "audio");
  private static final Set<String> AUDIO_KEYS =
      Set.of("wav", "sample_rate_hz", "bytes_per_sample", "channels");

  private static final Workload DEFAULT_WORKLOAD =
      new Workload(
          "application/json",
          "application/octet-stream",
          "{\"text\":\"${text}\"}",
          AudioFormat.PCM_24K);

  private static final int MOST_INSTANCES = 10_000;
  private static final int MOST_CONCURRENCY = 100_000;
  private static final double MOST_SLO_MILLIS = 600_000;
  private static final double DAY_SECONDS = 86_400;
  private static final String NAME = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";

  private ModelEntry() {}

  static ModelConfig read(String name, ConfigNode node) {
    int min = node.findCount("min_instances", 1, MOST_INSTANCES).orElse(1);
    int max = node.findCount("max_instances", 1, MOST_INSTANCES).orElse(min);
    if (max < min) {
      throw node.wrong("max_instances", node.raw().get("max_instances"), "at least min_instances");
    }
    double ratio = node.findNumber("surge_ratio", 0, 100).orElse(1.25);
    if (ratio < 1 || ratio >= 1.5) {
      throw node.wrong(
          "surge_ratio",
          node.raw().get("surge_ratio"),
          "1 ≤ ratio < 1.5, beyond which nothing is left to scale in on");
    }
    var target = node.findNumber("scaling_target_value", 0, MOST_CONCURRENCY);
    var threshold = node.findNumber("scale_in_threshold", 0, MOST_CONCURRENCY);
    if (target.isPresent()
        && threshold.isPresent()
        && threshold.getAsDouble() > target.getAsDouble()) {
      throw node.wrong(
          "scale_in_threshold",
          node.raw().get("scale_in_threshold"),
          "at most scaling_target_value: capacity would be removed and added for ever");
    }
    return new ModelConfig(
        name,
        sageMakerName(node, "endpoint", node.text("endpoint")),
        sageMakerName(node, "variant", node.findText("variant").orElse("AllTraffic")),
        min,
        max,
        Duration.ofNanos(
            Math.round(node.findNumber("slo_ms", 0, MOST_SLO_MILLIS).orElse(3_000) * 1e6)),
        ratio,
        target,
        threshold,
        node.findSeconds("scale_out_cooldown_s", DAY_SECONDS).orElse(Duration.ofSeconds(30)),
        node.findSeconds("scale_in_cooldown_s", DAY_SECONDS).orElse(Duration.ofSeconds(300)),
        node.findCount("queue_max_depth", 0, MOST_CONCURRENCY),
        node.has("workload") ? workload(node.child("workload", WORKLOAD_KEYS)) : DEFAULT_WORKLOAD);
  }

  static String write(ModelConfig model) {
    var text = new StringBuilder();
    line(text, 2, quoted(model.name()) + ":", "");
    line(text, 4, "endpoint: ", model.endpoint());
    line(text, 4, "variant: ", model.variant());
    line(text, 4, "min_instances: ", model.minInstances());
    line(text, 4, "max_instances: ", model.maxInstances());
    line(text, 4, "slo_ms: ", number(model.slo().toNanos() / 1e6));
    line(text, 4, "surge_ratio: ", number(model.surgeRatio()));
    model
        .scalingTargetValue()
        .ifPresent(v -> line(text, 4, "scaling_target_value: ", thousandths(v)));
    model.scaleInThreshold().ifPresent(v -> line(text, 4, "scale_in_threshold: ", thousandths(v)));
    line(text, 4, "scale_out_cooldown_s: ", number(model.scaleOutCooldown().toMillis() / 1e3));
    line(text, 4, "scale_in_cooldown_s: ", number(model.scaleInCooldown().toMillis() / 1e3));
    model.queueMaxDepth().ifPresent(v -> line(text, 4, "queue_max_depth: ", v));
    Workload workload = model.workload();
    line(text, 4, "workload:", "");
    line(text, 6, "content_type: ", quoted(workload.contentType()));
    line(text, 6, "accept: ", quoted(workload.accept()));
    line(text, 6, "body_template: ", quoted(workload.bodyTemplate()));
    line(text, 6, "audio:", "");
    line(text, 8, "wav: ", workload.audio().wav());
    line(text, 8, "sample_rate_hz: ", workload.audio().sampleRateHertz());
    line(text, 8, "bytes_per_sample: ", workload.audio().bytesPerSample());
    line(text, 8, "channels: ", workload.audio().channels());
    return text.toString();
  }

  private static Workload workload(ConfigNode node) {
    return new Workload(
        node.findText("content_type").orElse(DEFAULT_WORKLOAD.contentType()),
        node.findText("accept").orElse(DEFAULT_WORKLOAD.accept()),
        node.findText("body_template").orElse(DEFAULT_WORKLOAD.bodyTemplate()),
        node.has("audio") ? audio(node.child("audio", AUDIO_KEYS)) : AudioFormat.PCM_24K);
  }

  private static AudioFormat audio(ConfigNode node) {
    return new AudioFormat(
        node.truth("wav", false),
        node.findCount("sample_rate_hz", 1_000, 768_000).orElse(24_000),
        node.findCount("bytes_per_sample", 1, 8).orElse(2),
        node.findCount("channels", 1, 32).orElse(1));
  }

  private static String sageMakerName(ConfigNode node, String key, String name) {
    if (!name.matches(NAME)) {
      throw node.wrong(
          key, node.raw().get(key), "a SageMaker name: up to 63 letters, digits and hyphens");
    }
    return name;
  }

  private static void line(StringBuilder text, int indent, String key, Object value) {
    text.append(" ".repeat(indent)).append(key).append(value).append('\n');
  }

  /** Single quotes: YAML knows no escapes in them but the doubled quote. */
  private static String quoted(String value) {
    if (value.lines().count() > 1) {
      throw new BadInput("\"" + value + "\" cannot stand on one line", "", "use one line");
    }
    return "'" + value.replace("'", "''") + "'";
  }

  private static String thousandths(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String number(double value) {
    return java.math.BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
