package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.LoadTarget;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.ladder.LadderSearch;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One ladder to climb.
 *
 * @param search decides the rungs
 * @param highestConcurrency largest N that the search may order
 * @param warmUp at concurrency 1 before the first rung
 * @param alignToPeriod lengthen the settle of windows of 30 s and more so that they start with a
 *     whole 10-s period of the wall clock, which gives short windows their CloudWatch periods
 * @param metricsBound longest wait for CloudWatch to publish the last period, after the endpoint
 *     was restored
 * @param workFolder where journals and logs go
 */
public record QmaxRequest(
    String runId,
    ModelConfig model,
    LoadTarget target,
    LadderSearch search,
    int highestConcurrency,
    Duration warmUp,
    boolean alignToPeriod,
    Duration metricsBound,
    String productVersion,
    Path workFolder) {}
