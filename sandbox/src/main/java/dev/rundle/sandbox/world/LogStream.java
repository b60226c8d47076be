package dev.rundle.sandbox.world;

import java.time.Instant;

/** A log stream; it is shown from the moment its first event can be read. */
public record LogStream(
    String name,
    String arn,
    Instant createdAt,
    Instant firstEventAt,
    Instant lastEventAt,
    Instant lastIngestedAt) {}
