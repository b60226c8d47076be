package dev.rundle.cli.options;

import dev.rundle.agent.security.Security;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How the members of a cluster talk: encrypted with certificates, or in plain text. */
public final class SecurityOptions {
  @Option(
      names = "--certs",
      paramLabel = "DIR",
      description =
          "Folder with this node's certificates, as `rundle certs` makes them: talk over TLS"
              + " (default: RUNDLE_CERTS).")
  private Path certs;

  @Option(
      names = "--insecure",
      description = "Allow plain connections between hosts, in a network that you trust.")
  private boolean insecure;

  private final Surroundings surroundings;

  public SecurityOptions(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** The first of these options that was typed. */
  Optional<String> given() {
    if (certs != null) {
      return Optional.of("--certs");
    }
    return insecure ? Optional.of("--insecure") : Optional.empty();
  }

  /**
   * What was chosen, by option or else by environment; plain text on the loopback interface alone
   * if nothing was.
   *
   * @throws BadInput if both were
   */
  public Security security() {
    if (certs != null && insecure) {
      throw new BadInput(
          "--certs and --insecure together",
          "with certificates nothing is sent in plain text, so one of the two is a mistake",
          "leave --insecure out to talk over TLS");
    }
    if (insecure) {
      return Security.insecure();
    }
    return Optional.ofNullable(certs)
        .or(() -> new Variables(surroundings).find(Variables.CERTS).map(Path::of))
        .map(folder -> Security.tls(surroundings.directory().resolve(folder)))
        .orElseGet(Security::loopback);
  }
}
