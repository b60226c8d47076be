package dev.rundle.sandbox.world;

import java.util.List;
import java.util.OptionalInt;

/** The table of failures on demand. */
public final class Faults {
  private final Engine engine;
  private final Account account;
  private final FaultTable table;

  Faults(Engine engine, Account account, FaultTable table) {
    this.engine = engine;
    this.account = account;
    this.table = table;
  }

  /**
   * Hits each request with this probability, until removed.
   *
   * @param share above 0, at most 1
   * @throws WorldError ValidationException if there is no such endpoint
   * @throws IllegalArgumentException if the share is none
   */
  public FaultRule addShare(String endpoint, Fault fault, double share) {
    Checks.that(share > 0 && share <= 1, "a share is above 0 and at most 1: " + share);
    return add(endpoint, fault, share, OptionalInt.empty());
  }

  /**
   * Hits the next so many requests.
   *
   * @throws WorldError ValidationException if there is no such endpoint
   */
  public FaultRule addCount(String endpoint, Fault fault, int count) {
    Checks.that(count > 0, "a count is above 0: " + count);
    return add(endpoint, fault, 1, OptionalInt.of(count));
  }

  private FaultRule add(String endpoint, Fault fault, double share, OptionalInt count) {
    return engine.call(() -> table.add(account.endpoint(endpoint).name(), fault, share, count));
  }

  /** Rules of an endpoint in order of precedence; used-up ones are gone. */
  public List<FaultRule> list(String endpoint) {
    return engine.call(() -> table.list(account.endpoint(endpoint).name()));
  }

  /** False if there was none. */
  public boolean remove(String id) {
    return engine.call(() -> table.remove(id));
  }

  /**
   * Removes all rules of an endpoint.
   *
   * @throws WorldError ValidationException if there is no such endpoint
   */
  public void clear(String endpoint) {
    engine.run(() -> table.clear(account.endpoint(endpoint).name()));
  }

  /** Removes all rules of all endpoints. */
  public void clearAll() {
    engine.run(table::clear);
  }
}
