package dev.rundle.cli.demo;

import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.config.RundleConfig;

/** What a demo measures, chosen so that it ends within five minutes on two cores. */
final class DemoPlan {
  /** The published rungs, less one. */
  static final String CONCURRENCIES = "1,5,10,20,40,50,60";

  /**
   * Three whole 10-s periods are needed at 20 and 40 only, on both sides of the two thresholds; the
   * windows there are aligned so that 31 s hold them.
   */
  static final String WINDOWS = "8s,8s,8s,31s,31s,8s,6s";

  /** Each rung settles for a full response time, N × 55.9 ms, and more. */
  static final String HOLDS = "10s,10s,10s,33s,34s,12s,11s";

  /** 178 requests at 10 in flight tell the probe's p95 well enough. */
  static final String STEADY = "10s";

  static final String POLL = "500ms";

  static final double POLL_SECONDS = 0.5;

  static final String PEAK_RPS = "50";

  private DemoPlan() {}

  /** A model whose policy somebody guessed: the target lies far above what an instance holds. */
  static ModelConfig guessed() {
    String yaml =
        """
        models:
          kokoro-82m:
            endpoint: %s
            variant: %s
            min_instances: 1
            max_instances: 4
            slo_ms: 3000
            surge_ratio: 1.25
            scaling_target_value: 100
            scale_in_threshold: 20
            scale_out_cooldown_s: 60
            scale_in_cooldown_s: 300
        """
            .formatted(DemoSandbox.ENDPOINT, DemoSandbox.VARIANT);
    return RundleConfig.parse("the demo's guess", yaml).model("kokoro-82m");
  }
}
