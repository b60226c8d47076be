package dev.rundle.cli.demo;

import dev.rundle.cli.live.AwsSession;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.output.Progress;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.process.CommandLines;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import dev.rundle.model.config.ModelConfig;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs the chain's commands as a user would type them, showing each line first. */
final class DemoSteps {
  private static final Duration POLL = Duration.ofMillis(500);

  private final Surroundings inFolder;
  private final Interrupts interrupts;
  private final CommandLines commandLines;
  private final Style style;
  private final DemoSandbox sandbox;
  private final boolean debug;

  /** A step did not end as it should; it has told why itself. */
  static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    Stopped(String step, int exitCode) {
      super(step);
      this.exitCode = exitCode;
    }

    int exitCode() {
      return exitCode;
    }
  }

  /**
   * Steps in a folder.
   *
   * @param out where the steps' tables go: stdout, or stderr where stdout is kept for JSON
   */
  DemoSteps(
      Surroundings surroundings,
      Interrupts interrupts,
      CommandLines commandLines,
      Path folder,
      PrintStream out,
      boolean debug,
      DemoSandbox sandbox) {
    this.inFolder =
        new Surroundings(
            out,
            surroundings.err(),
            surroundings.outIsTerminal() && out == surroundings.out(),
            surroundings.errIsTerminal(),
            surroundings.environment(),
            folder,
            surroundings.clock());
    this.interrupts = interrupts;
    this.commandLines = commandLines;
    this.style = new Style(inFolder.isColoured());
    this.debug = debug;
    this.sandbox = sandbox;
  }

  /** Says what happens between two commands. */
  void say(String text) {
    inFolder.out().println();
    inFolder.out().println(text);
  }

  /**
   * Waits until the endpoint has the instances that the policy's minimum asks for.
   *
   * @throws Stopped on an interrupt
   */
  void awaitInService(AwsSession aws, ModelConfig model) {
    Interruption interruption = new Interruption();
    Interrupts.Registration registration =
        interrupts.onInterrupt(() -> interruption.request("interrupted"));
    try (registration;
        Progress progress = new Progress(inFolder)) {
      while (!isInService(aws, model)) {
        progress.phase("waiting for the endpoint to be in service");
        interruption.awaitAtMost(POLL);
      }
    } catch (Interrupted e) {
      throw new Stopped("waiting for the endpoint", Interrupted.EXIT_CODE);
    }
  }

  private static boolean isInService(AwsSession aws, ModelConfig model) {
    return aws.ports()
        .endpoints()
        .findEndpointStatus(model.endpoint())
        .filter(endpoint -> endpoint.status().equals("InService"))
        .flatMap(endpoint -> endpoint.findVariant(model.variant()))
        .filter(variant -> variant.currentInstanceCount() >= model.minInstances())
        .isPresent();
  }

  /**
   * Runs a command of the chain.
   *
   * @throws Stopped if it does not exit with 0
   */
  void run(String... words) {
    List<String> typed = new ArrayList<>(List.of(words));
    if (!words[0].equals("plan")) {
      typed.addAll(List.of("--region", sandbox.region(), "--endpoint-url", sandbox.url()));
    }
    List<String> shown = new ArrayList<>(List.of("rundle"));
    shown.addAll(typed);
    inFolder.out().println();
    inFolder.out().println(style.strong("$ " + Output.commandLine(shown)));
    inFolder.out().flush();
    if (debug) {
      typed.add("--debug");
    }
    int code = commandLines.run(inFolder, interrupts, typed.toArray(String[]::new));
    if (code != ExitCodes.FINE) {
      throw new Stopped(Output.commandLine(shown), code);
    }
  }
}
