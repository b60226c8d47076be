package dev.rundle.simulations.ladder;

import dev.rundle.sagemaker.invoke.StreamingInvoker;
import java.util.function.Supplier;

/** Starts ladder runs; see {@link GatlingLadder#start}. */
@FunctionalInterface
public interface LadderFactory {
  LadderRun start(
      LadderSettings settings,
      StreamingInvoker invoker,
      AttemptListener listener,
      Supplier<String> texts);
}
