package dev.rundle.sagemaker.invoke;

import dev.rundle.model.outcome.Attempt;
import java.util.function.Consumer;

/**
 * Sends one streaming request to the endpoint it was made for and reports how it went. Safe for
 * concurrent use; never blocks and never throws: every failure is an {@link Attempt}.
 */
public interface StreamingInvoker extends AutoCloseable {
  /**
   * Invokes the endpoint.
   *
   * @param text the text to speak
   * @param whenEnded called exactly once, on a client thread, when the last byte or the error has
   *     come; must return quickly
   */
  void invoke(String text, Consumer<Attempt> whenEnded);

  /** Largest number of requests that may be open at once without one waiting for a connection. */
  int maxConcurrency();

  @Override
  void close();
}
