package dev.rundle.sandbox.world;

/** How an endpoint chooses among its in-service instances. */
public enum Routing {
  RANDOM,
  /** The instance with the fewest requests queued or executing; a draw among equals. */
  LEAST_OUTSTANDING_REQUESTS
}
