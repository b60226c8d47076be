package dev.rundle.sandbox.world;

import java.time.Instant;

/**
 * A log event.
 *
 * @param id unique in the account, in order of writing
 */
public record LogEvent(String id, String stream, Instant at, Instant ingestedAt, String message) {}
