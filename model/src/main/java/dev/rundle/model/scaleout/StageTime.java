package dev.rundle.model.scaleout;

import java.time.Instant;

/**
 * When a stage was reached.
 *
 * @param bounded true if this is a bound rather than a measurement
 * @param source what it was read from
 */
public record StageTime(Stage stage, Instant at, boolean bounded, String source) {}
