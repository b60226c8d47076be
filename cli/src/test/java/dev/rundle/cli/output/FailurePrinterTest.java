package dev.rundle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.model.failure.RemoteFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailurePrinterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private static final String TOLD =
      "{\"at\":\"2026-11-30T19:20:00.000Z\",\"event\":\"error\",\"what\":\"no agent is left\","
          + "\"why\":\"the run cannot go on\",\"do\":\"run again\",\"exit_code\":4}";

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Interrupts interrupts = new Interrupts();
  private final FailurePrinter printer = printer(true, false);

  private final RemoteFailure agentsLost =
      new RemoteFailure("no agent is left", "the run cannot go on", "run again");

  @Test
  void aFailureIsToldOnBothStreamsWhereJsonIsAskedFor() {
    assertThat(printer.print(agentsLost)).isEqualTo(ExitCodes.FAILURE);

    assertThat(text(err)).isEqualToIgnoringNewLines(TOLD);
    assertThat(text(out)).contains("\"what\" : \"no agent is left\"");
  }

  @Test
  void wordsOfAnotherHostCommandNoTerminalAndPassForNoLineOfOurs() {
    var failure =
        new RemoteFailure(
            "the agent said \u001B[2Jbye", "it \u009B1m\ndo: pay", "\u001B]0;x\u0007go");

    printer(false, false).print(failure);

    assertThat(text(err).lines())
        .containsExactly(
            "error: the agent said ?[2Jbye", "why: it ?1m", "  do: pay", "do: ?]0;x?go");
  }

  @Test
  void neitherDoesAStackTrace() {
    printer(false, true).print(new IllegalStateException("\u001B[2Jbye"));

    assertThat(text(err)).contains("IllegalStateException: ?[2Jbye").doesNotContain("\u001B");
  }

  @Test
  void aFailureBesideAResultLeavesStdoutToTheResult() {
    assertThat(printer.print(new AfterResult(agentsLost))).isEqualTo(ExitCodes.FAILURE);

    assertThat(text(err)).isEqualToIgnoringNewLines(TOLD);
    assertThat(text(out)).isEmpty();
  }

  @Test
  void anInterruptionBesideAResultExitsAsInterrupted() {
    interrupts.request();

    int exitCode = printer.print(new AfterResult(new Interrupted("interrupted")));

    assertThat(exitCode).isEqualTo(ExitCodes.INTERRUPTED);
    assertThat(text(err)).contains("\"event\":\"error\",\"what\":\"interrupted\"");
    assertThat(text(out)).isEmpty();
  }

  private FailurePrinter printer(boolean json, boolean debug) {
    return new FailurePrinter(
        new Surroundings(
            utf8(out),
            utf8(err),
            false,
            false,
            Map.of(),
            Path.of(""),
            Clock.fixed(Instant.parse("2026-11-30T19:20:00Z"), ZoneOffset.UTC)),
        json,
        debug,
        interrupts);
  }

  private static PrintStream utf8(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
