package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.security.Security;
import dev.rundle.cli.options.JoinOptions;
import dev.rundle.cli.options.ListenOptions.Listening;
import dev.rundle.cli.options.MeasurementOptions;
import dev.rundle.cli.options.MetricsOptions;
import dev.rundle.cli.output.FailurePrinter;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of a cluster as the commands parse them, and the variables that stand in for them. */
class ClusterOptionsTest {
  private static final Path FOLDER = Path.of("/home/somebody");
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
  private static final HostAndPort LOOPBACK = new HostAndPort("127.0.0.1", 25_520);
  private static final HostAndPort TEN = new HostAndPort("10.0.0.5", 25_520);

  private final Map<String, String> environment = new HashMap<>();

  @Test
  void withoutAnyOfThemThisProcessMakesTheLoad() {
    assertThat(listening("qmax")).isEmpty();
    assertThat(listening("ttotal --qmax x.json")).isEmpty();
  }

  @Test
  void agentsAloneAreAwaitedOnTheLoopbackInterface() {
    assertThat(listening("qmax --agents 3"))
        .hasValue(new Listening(LOOPBACK, 3, FIVE_MINUTES, Security.loopback()));
  }

  @Test
  void anAddressAloneAwaitsOneAgent() {
    assertThat(listening("ttotal --qmax x.json --listen 10.0.0.5:25520 --agents-within 30s"))
        .hasValue(new Listening(TEN, 1, Duration.ofSeconds(30), Security.loopback()));
  }

  @Test
  void theEnvironmentStandsInAndOptionsWin() {
    environment.put("RUNDLE_LISTEN", "10.0.0.5:25520");
    environment.put("RUNDLE_AGENTS", " 3 ");
    environment.put("RUNDLE_CERTS", "certs");
    assertThat(listening("qmax"))
        .hasValue(new Listening(TEN, 3, FIVE_MINUTES, Security.tls(FOLDER.resolve("certs"))));
    assertThat(listening("qmax --listen 127.0.0.1:25520 --agents 2 --insecure"))
        .hasValue(new Listening(LOOPBACK, 2, FIVE_MINUTES, Security.insecure()));
  }

  @Test
  void anEmptyVariableCountsAsUnset() {
    environment.put("RUNDLE_LISTEN", "");
    environment.put("RUNDLE_AGENTS", " ");
    environment.put("RUNDLE_CERTS", "");
    assertThat(listening("qmax")).isEmpty();
    assertThat(listening("qmax --agents 1").orElseThrow().security())
        .isEqualTo(Security.loopback());
  }

  @Test
  void certificatesOfTheEnvironmentAloneStartNoCluster() {
    environment.put("RUNDLE_CERTS", "certs");
    assertThat(listening("qmax")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--agents 1 --certs c --insecure | --certs and --insecure together",
        "--insecure | --insecure without --agents or --listen",
        "--certs c | --certs without --agents or --listen",
        "--agents-within 3s | --agents-within without --agents or --listen",
        "--agents 0 | --agents 0",
        "--agents 1001 | --agents 1001",
        "--listen 0.0.0.0:25520 | names no host",
        "--listen [::]:25520 | names no host",
        "--listen nowhere | \"nowhere\" is not a host and a port",
        "--listen= | is not a host and a port"
      })
  void whatCannotBeMeant(String options, String said) {
    assertThatThrownBy(() -> listening("qmax " + options))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"three", "3.5", "99999999999"})
  void aVariableThatIsNoNumberIsNamed(String value) {
    environment.put("RUNDLE_AGENTS", value);
    assertThatThrownBy(() -> listening("qmax"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("RUNDLE_AGENTS")
        .hasMessageContaining(value);
  }

  @Test
  void anAgentIsToldWhomToJoinByOptionOrEnvironment() {
    assertThat(joining("agent --join 10.0.0.5:25520"))
        .isEqualTo(new JoinOptions.Joining(TEN, Optional.empty(), Security.loopback()));
    environment.put("RUNDLE_JOIN", "coordinator:25520");
    environment.put("RUNDLE_HOST", "agent-a");
    environment.put("RUNDLE_CERTS", "/certs");
    assertThat(joining("agent"))
        .isEqualTo(
            new JoinOptions.Joining(
                new HostAndPort("coordinator", 25_520),
                Optional.of("agent-a"),
                Security.tls(Path.of("/certs"))));
    assertThat(joining("agent --join 10.0.0.5:25520 --host 10.0.0.6 --certs c"))
        .isEqualTo(
            new JoinOptions.Joining(
                TEN, Optional.of("10.0.0.6"), Security.tls(FOLDER.resolve("c"))));
  }

  @Test
  void anAgentWithNobodyToJoinIsToldHow() {
    environment.put("RUNDLE_JOIN", "");
    assertThatThrownBy(() -> joining("agent"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("no coordinator to join");
  }

  @Test
  void metricsAreServedOnTheLoopbackInterfaceUnlessToldOtherwise() {
    assertThat(metrics("agent")).isEmpty();
    assertThat(metrics("agent --metrics-port 0")).hasValue(new InetSocketAddress("127.0.0.1", 0));
    environment.put("RUNDLE_METRICS_PORT", "9464");
    environment.put("RUNDLE_METRICS_HOST", "0.0.0.0");
    assertThat(metrics("agent")).hasValue(new InetSocketAddress("0.0.0.0", 9_464));
    assertThat(metrics("agent --metrics-port 9465 --metrics-host 127.0.0.1"))
        .hasValue(new InetSocketAddress("127.0.0.1", 9_465));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--metrics-port 65536 | no port",
        "--metrics-port -1 | no port",
        "--metrics-host 127.0.0.1 | --metrics-host without --metrics-port",
        "--metrics-port 0 --metrics-host no.such.host.invalid | is not known"
      })
  void metricsThatCannotBeServed(String options, String said) {
    assertThatThrownBy(() -> metrics("agent " + options))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(said);
  }

  private Optional<Listening> listening(String line) {
    return ((MeasurementOptions) mixin(line, "measurement")).listen().listening();
  }

  private JoinOptions.Joining joining(String line) {
    return ((JoinOptions) mixin(line, "join")).joining();
  }

  private Optional<InetSocketAddress> metrics(String line) {
    return ((MetricsOptions) mixin(line, "metrics")).address();
  }

  private Object mixin(String line, String name) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var surroundings =
        new Surroundings(nowhere, nowhere, false, false, environment, FOLDER, Clock.systemUTC());
    var interrupts = new Interrupts();
    return CommandLineRunner.commandLine(
            surroundings, interrupts, new FailurePrinter(surroundings, false, false, interrupts))
        .parseArgs(line.split(" "))
        .subcommand()
        .commandSpec()
        .mixins()
        .get(name)
        .userObject();
  }
}
