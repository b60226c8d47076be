package dev.rundle.cli.sandbox;

import dev.rundle.sandbox.world.Routing;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads and writes the names of routing rules on the command line. */
final class RoutingConverter implements ITypeConverter<Routing> {
  @Override
  public Routing convert(String text) {
    for (Routing routing : Routing.values()) {
      if (nameOf(routing).equals(text)) {
        return routing;
      }
    }
    throw new TypeConversionException(
        "'" + text + "' is no routing; write random or least-outstanding");
  }

  static String nameOf(Routing routing) {
    return switch (routing) {
      case RANDOM -> "random";
      case LEAST_OUTSTANDING_REQUESTS -> "least-outstanding";
    };
  }
}
