package dev.rundle.cli.demo;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.Table;
import java.io.PrintStream;
import java.util.List;

/**
 * What a demo ends with: the measurements beside the truth, the plan beside the guess.
 *
 * @param checks each with what was found, what is true, and whether they agree
 * @param policy each value as it had been guessed and as it was planned
 */
public record DemoReport(
    List<Check> checks,
    List<PolicyValue> policy,
    boolean restored,
    List<String> notRestored,
    boolean allRight,
    double tookSeconds,
    String folder,
    List<String> files) {
  public DemoReport {
    checks = List.copyOf(checks);
    policy = List.copyOf(policy);
    notRestored = List.copyOf(notRestored);
    files = List.copyOf(files);
  }

  /** A figure and the truth. */
  public record Check(
      String quantity, String measured, String given, String tolerance, boolean right) {}

  /** A value of the policy. */
  public record PolicyValue(String value, String guessed, String planned) {}

  void print(PrintStream out, Style style) {
    Table truth =
        new Table()
            .words("quantity")
            .figures("measured")
            .figures("given")
            .words("agrees if")
            .words("right");
    for (Check check : checks) {
      truth.row(
          check.quantity(),
          check.measured(),
          check.given(),
          check.tolerance(),
          check.right() ? style.good("yes") : style.bad("NO"));
    }
    out.println();
    out.println(style.strong("Measured against what the sandbox was given"));
    truth.printTo(out);
    Table values = new Table().words("policy").figures("guessed").figures("planned");
    policy.forEach(value -> values.row(value.value(), value.guessed(), value.planned()));
    out.println();
    out.println(style.strong("The planned policy against the guessed one"));
    values.printTo(out);
    out.println();
    out.println("restored: " + (restored ? style.good("yes") : style.bad("NO")));
    notRestored.forEach(difference -> out.println("  " + difference));
    out.println("kept in " + folder + ":");
    files.forEach(file -> out.println("  " + file));
    out.println(
        (allRight ? style.good("all is right") : style.bad("not all is right"))
            + ", after "
            + Figures.seconds(tookSeconds));
  }
}
