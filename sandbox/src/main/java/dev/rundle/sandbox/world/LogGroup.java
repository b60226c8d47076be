package dev.rundle.sandbox.world;

import java.time.Instant;

/** A log group. */
public record LogGroup(String name, String arn, Instant createdAt, long storedBytes) {}
