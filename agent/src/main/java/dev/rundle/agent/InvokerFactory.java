package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.Target;
import dev.rundle.sagemaker.invoke.StreamingInvoker;

/** Makes the client that an agent sends its load through. */
@FunctionalInterface
public interface InvokerFactory {
  /**
   * A client of its own for one run; the agent closes it.
   *
   * @param maxConcurrency requests that must be able to be open at once without one waiting for a
   *     connection
   * @throws dev.rundle.model.failure.RundleException if the target cannot be used
   */
  StreamingInvoker open(Target target, int maxConcurrency);
}
