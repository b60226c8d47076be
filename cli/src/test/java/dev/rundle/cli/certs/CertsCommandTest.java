package dev.rundle.cli.certs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rundle.agent.security.NodeCertificate;
import dev.rundle.cli.CommandLineFixture;
import dev.rundle.cli.CommandLineFixture.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code rundle certs}, as it is typed. */
class CertsCommandTest {
  @TempDir Path folder;

  @Test
  void aClusterIsMadeAndOneIsToldWhatToDoWithIt() {
    Ended ended = run("certs");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().lines())
        .anyMatch(line -> line.matches("cluster rundle-[0-9a-f]{16}"))
        .anyMatch(line -> line.matches("\\(the CA\\) +certs/ca +20\\d\\d-\\d\\d-\\d\\d +made"))
        .anyMatch(line -> line.matches("agent-2 +certs/agent-2 +20\\d\\d-\\d\\d-\\d\\d +made"));
    assertThat(ended.out())
        .contains("Keep certs/ca here", "rundle agent --join HOST:25520 --certs agent-1")
        .endsWith(
            "Next: rundle qmax --listen HOST:25520 --agents 2 --certs certs/coordinator"
                + System.lineSeparator());
    for (String node : new String[] {"coordinator", "agent-1", "agent-2"}) {
      assertThat(check(node).warnings()).isEmpty();
    }
  }

  @Test
  void aNodeIsAddedToTheClusterAndRenewedWhenAskedTo() throws IOException {
    JsonNode first = json(run("certs", "--json", "--nodes", "agent-1", "--days", "30"));
    assertThat(first.path("ca").path("made").asBoolean()).isTrue();
    assertThat(first.has("next")).isFalse();
    assertThat(Instant.parse(first.path("nodes").path(0).path("valid_until").asText()))
        .isBetween(
            Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(30)));

    JsonNode second = json(run("certs", "--json", "--nodes", "coordinator,agent-2"));
    assertThat(second.path("ca").path("made").asBoolean()).isFalse();
    assertThat(second.path("cluster")).isEqualTo(first.path("cluster"));
    assertThat(second.path("next").asText()).contains("--certs certs/coordinator");

    byte[] key = Files.readAllBytes(folder.resolve("certs/agent-1/tls.key"));
    Ended refused = run("certs", "--nodes", "agent-1");
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(refused.err()).contains("certs/agent-1 exists", "--replace");
    assertThat(folder.resolve("certs/agent-1/tls.key")).hasBinaryContent(key);

    JsonNode third = json(run("certs", "--json", "--nodes", "agent-1", "--replace"));
    assertThat(third.path("nodes").path(0).path("renewed").asBoolean()).isTrue();
    assertThat(Files.readAllBytes(folder.resolve("certs/agent-1/tls.key"))).isNotEqualTo(key);
    check("agent-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--days=0 | --days 0 | 1 to 3650",
        "--days=99999 | --days 99999 | 1 to 3650",
        "--days=ten | '--days' | whole number",
        "--days=99999999999 | '--days' | whole number",
        "--nodes=a/b | a/b | letters, digits",
        "--nodes=ca | \"ca\" | is the CA's",
        "--nodes=x,x | names x twice | once",
        "--nodes= | \"\" | letters, digits",
        "--out=rundle.yaml | rundle.yaml | --out"
      })
  void whatCannotBeMade(String option, String what, String expected) throws IOException {
    Files.writeString(folder.resolve("rundle.yaml"), "models: {}");

    Ended ended = run("certs", option);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err())
        .contains(what, expected)
        .containsOnlyOnce("error: ")
        .doesNotContain("Exception", "java.", ".new-");
    assertThat(folder.resolve("certs")).doesNotExist();
    assertThat(folder.resolve("rundle.yaml")).hasContent("models: {}");
  }

  private NodeCertificate check(String node) {
    return NodeCertificate.check(folder.resolve("certs").resolve(node), Clock.systemUTC());
  }

  private Ended run(String... line) {
    return CommandLineFixture.in(folder).run(line);
  }

  private static JsonNode json(Ended ended) throws IOException {
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return new JsonMapper().readTree(ended.out());
  }
}
