package dev.rundle.cli.options;

import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import java.util.Optional;

/**
 * Environment variables that stand in for options, for hosts that are set up by their environment,
 * such as containers. A given option wins; an empty variable counts as unset.
 */
public final class Variables {
  static final String LISTEN = "RUNDLE_LISTEN";
  static final String AGENTS = "RUNDLE_AGENTS";
  static final String JOIN = "RUNDLE_JOIN";
  static final String HOST = "RUNDLE_HOST";
  static final String CERTS = "RUNDLE_CERTS";
  static final String METRICS_PORT = "RUNDLE_METRICS_PORT";
  public static final String SANDBOX_HOST = "RUNDLE_SANDBOX_HOST";
  static final String METRICS_HOST = "RUNDLE_METRICS_HOST";

  private final Surroundings surroundings;

  Variables(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** A variable's value; empty if it is unset or blank. */
  public static Optional<String> of(Surroundings surroundings, String name) {
    return new Variables(surroundings).find(name);
  }

  /** The variable's value; empty if it is unset or blank. */
  Optional<String> find(String name) {
    return Optional.ofNullable(surroundings.environment().get(name))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  /**
   * The variable's value as a whole number.
   *
   * @throws BadInput if it is none
   */
  Optional<Integer> findInt(String name) {
    return find(name).map(value -> parsed(name, value));
  }

  private static int parsed(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new BadInput(
          "the environment variable " + name + " is \"" + value + "\"",
          "it is not a whole number",
          "correct it, or unset it",
          e);
    }
  }
}
