package dev.rundle.simulations.engine;

import io.gatling.commons.util.GatlingVersion$;
import java.lang.reflect.Field;
import scala.Option;

/**
 * Gatling's look for newer versions: runner and report generator would ask a server on the internet
 * and keep the answer in the user's preferences. There is no setting against it, so the answer is
 * given beforehand: none is known.
 */
final class VersionCheck {
  private static final String ANSWER = "LatestRelease";
  private static final String ANSWERED = "bitmap$0";

  private VersionCheck() {}

  /**
   * Answers the question for this JVM.
   *
   * @throws IllegalStateException if this Gatling keeps the answer elsewhere
   */
  static void disable() {
    try {
      Field answer = GatlingVersion$.class.getDeclaredField(ANSWER);
      Field answered = GatlingVersion$.class.getDeclaredField(ANSWERED);
      answer.setAccessible(true);
      answered.setAccessible(true);
      synchronized (GatlingVersion$.MODULE$) {
        answer.set(null, Option.empty());
        answered.setBoolean(null, true);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "Gatling " + EmbeddedGatling.version() + " would look for newer versions", e);
    }
  }
}
