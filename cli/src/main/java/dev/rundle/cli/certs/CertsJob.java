package dev.rundle.cli.certs;

import dev.rundle.agent.security.CertificateFolders;
import dev.rundle.agent.security.CertificateFolders.Ca;
import dev.rundle.agent.security.CertificateFolders.Made;
import dev.rundle.agent.security.CertificateFolders.Node;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.output.Table;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Surroundings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a cluster's certificates and says what to do with them. */
public final class CertsJob {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);
  private static final String COORDINATOR = "coordinator";

  private final Surroundings surroundings;
  private final CommonOptions common;

  /** What was made, with folders as they would be typed. */
  public record Result(String cluster, Authority ca, List<Certificate> nodes) {}

  /**
   * The cluster's CA.
   *
   * @param made false if it was there
   */
  public record Authority(String folder, boolean made, Instant validUntil) {}

  /**
   * A node's certificate.
   *
   * @param renewed true if it replaced another
   */
  public record Certificate(String node, String folder, boolean renewed, Instant validUntil) {}

  public CertsJob(Surroundings surroundings, CommonOptions common) {
    this.surroundings = surroundings;
    this.common = common;
  }

  /**
   * Runs.
   *
   * @param days how long the nodes' certificates are valid
   * @param replace whether nodes that have certificates get new ones
   */
  public int run(Path out, List<String> nodes, int days, boolean replace) {
    Path folder = surroundings.directory().resolve(out);
    Instant now = surroundings.clock().instant();
    Made made =
        CertificateFolders.make(
            new CertificateFolders.Order(folder, nodes, days, replace), surroundings.clock());
    Output output = new Output(surroundings, common.json());
    Result result = result(made);
    output.result(result, to -> print(result, made.nodes(), to), next(made.nodes()));
    // X.509 knows whole seconds, so a life is up to a second shorter than was asked for.
    if (made.ca().notAfter().isBefore(now.plus(Duration.ofDays(days)).minusSeconds(1))) {
      output.warn(
          "the CA ends on "
              + DAY.format(made.ca().notAfter())
              + ", and no certificate outlives it: these are valid for less than "
              + days
              + " days");
    }
    return ExitCodes.FINE;
  }

  private Result result(Made made) {
    Ca ca = made.ca();
    return new Result(
        ca.cluster(),
        new Authority(surroundings.asTyped(ca.folder()), ca.isNew(), ca.notAfter()),
        made.nodes().stream()
            .map(
                node ->
                    new Certificate(
                        node.name(),
                        surroundings.asTyped(node.folder()),
                        node.renewed(),
                        node.notAfter()))
            .toList());
  }

  private static void print(Result result, List<Node> nodes, PrintStream out) {
    Table table = new Table().words("node").words("folder").words("valid until").words("");
    table.row(
        "(the CA)",
        result.ca().folder(),
        DAY.format(result.ca().validUntil()),
        result.ca().made() ? "made" : "was there");
    for (Certificate node : result.nodes()) {
      table.row(
          node.node(),
          node.folder(),
          DAY.format(node.validUntil()),
          node.renewed() ? "renewed" : "made");
    }
    out.println("cluster " + result.cluster());
    table.printTo(out);
    out.println();
    out.println(
        "Copy each node's folder to its host as it is, for example with scp -rp, and give it to"
            + " --certs there.");
    out.println(
        "Keep "
            + result.ca().folder()
            + " here: with ca.key anybody can make members of this cluster.");
    agents(nodes)
        .findFirst()
        .ifPresent(
            agent ->
                out.println(
                    "On an agent's host: rundle agent --join HOST:25520 --certs " + agent.name()));
  }

  private Optional<List<String>> next(List<Node> nodes) {
    long agents = Math.max(1, agents(nodes).count());
    return nodes.stream()
        .filter(node -> node.name().equals(COORDINATOR))
        .findFirst()
        .map(
            node ->
                List.of(
                    "rundle",
                    "qmax",
                    "--listen",
                    "HOST:25520",
                    "--agents",
                    String.valueOf(agents),
                    "--certs",
                    surroundings.asTyped(node.folder())));
  }

  private static Stream<Node> agents(List<Node> nodes) {
    return nodes.stream().filter(node -> !node.name().equals(COORDINATOR));
  }
}
