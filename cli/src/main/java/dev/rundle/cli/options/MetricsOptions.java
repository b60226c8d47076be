package dev.rundle.cli.options;

import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import java.net.InetSocketAddress;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where metrics can be scraped. */
public final class MetricsOptions {
  private static final String LOOPBACK = "127.0.0.1";

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description =
          "Serve Prometheus metrics at /metrics and a health check at /health on this port; 0 takes"
              + " a free one (default: RUNDLE_METRICS_PORT, or none).")
  private Integer port;

  @Option(
      names = "--metrics-host",
      paramLabel = "HOST",
      description =
          "With --metrics-port: address to serve them on; anybody who reaches it can read them"
              + " (default: RUNDLE_METRICS_HOST, or 127.0.0.1).")
  private String host;

  private final Variables variables;

  public MetricsOptions(Surroundings surroundings) {
    this.variables = new Variables(surroundings);
  }

  /**
   * Where to serve; empty if that was not asked for.
   *
   * @throws BadInput if it is no address
   */
  public Optional<InetSocketAddress> address() {
    Optional<Integer> wanted =
        Optional.ofNullable(port).or(() -> variables.findInt(Variables.METRICS_PORT));
    if (wanted.isEmpty() && host != null) {
      throw new BadInput(
          "--metrics-host without --metrics-port",
          "without a port no metrics are served",
          "add --metrics-port PORT, or leave --metrics-host out");
    }
    return wanted.map(
        number ->
            resolved(
                Optional.ofNullable(host)
                    .or(() -> variables.find(Variables.METRICS_HOST))
                    .orElse(LOOPBACK),
                checked(number)));
  }

  private static int checked(int port) {
    if (port < 0 || port > 65_535) {
      throw new BadInput(
          "--metrics-port " + port + " is no port", "", "give 0 for a free one, or 1 to 65535");
    }
    return port;
  }

  private static InetSocketAddress resolved(String host, int port) {
    var address = new InetSocketAddress(host, port);
    if (host.isBlank() || address.isUnresolved()) {
      throw new BadInput(
          "--metrics-host \"" + host + "\" is not known",
          "its name does not resolve",
          "give an address of this host, or 0.0.0.0 for all of them");
    }
    return address;
  }
}
