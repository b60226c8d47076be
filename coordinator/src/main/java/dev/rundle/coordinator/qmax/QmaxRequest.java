package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.RunSetup;
import dev.rundle.model.ladder.LadderSearch;
import java.time.Duration;

/**
 * One ladder to climb.
 *
 * @param search decides the rungs
 * @param highestConcurrency largest N that the search may order
 * @param alignToPeriod lengthen the settle of windows of 30 s and more so that they start with a
 *     whole 10-s period of the wall clock, which gives short windows their CloudWatch periods
 * @param metricsBound longest wait for CloudWatch to publish the last period, after the endpoint
 *     was restored
 */
public record QmaxRequest(
    RunSetup setup,
    LadderSearch search,
    int highestConcurrency,
    boolean alignToPeriod,
    Duration metricsBound) {}
