package dev.rundle.sandbox.world;

import java.time.Instant;

/**
 * One period of one statistic.
 *
 * @param at start of the period
 */
public record MetricPoint(Instant at, double value) {}
