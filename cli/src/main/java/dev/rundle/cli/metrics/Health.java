package dev.rundle.cli.metrics;

/**
 * Whether a process does what it is there for.
 *
 * @param status {@code ok} or {@code failing}
 * @param doing what it is at, in words
 * @param why what is wrong; empty if nothing is
 */
public record Health(String status, String doing, String why) {
  private static final String OK = "ok";

  static Health ok(String doing) {
    return new Health(OK, doing, "");
  }

  static Health failing(String doing, String why) {
    return new Health("failing", doing, why);
  }

  boolean well() {
    return status.equals(OK);
  }
}
