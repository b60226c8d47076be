package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.Target;
import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sagemaker.invoke.BodyTemplate;
import dev.rundle.sagemaker.invoke.InvocationSettings;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import java.util.function.Consumer;

/** Clients of the AWS SDK, with the credentials of the agent's own host. */
public final class AwsInvokers implements InvokerFactory {
  @Override
  public StreamingInvoker open(Target target, int maxConcurrency) {
    AwsPorts ports =
        AwsPorts.open(
            AwsTarget.of(target.region(), target.credentialsProfile(), target.endpointUrl()));
    try {
      return new WithItsPorts(ports, ports.invoker(settings(target, maxConcurrency)));
    } catch (RuntimeException e) {
      ports.close();
      throw e;
    }
  }

  private static InvocationSettings settings(Target target, int maxConcurrency) {
    return new InvocationSettings(
        target.endpoint(),
        target.variant(),
        target.contentType(),
        target.accept(),
        BodyTemplate.of(target.bodyTemplate(), target.contentType()),
        new AudioFormat(
            target.wav(), target.sampleRateHertz(), target.bytesPerSample(), target.channels()),
        target.invocationLimit(),
        InvocationSettings.DEFAULT_STALL_LIMIT,
        maxConcurrency);
  }

  /** Closes what the invoker was made from together with it. */
  private record WithItsPorts(AwsPorts ports, StreamingInvoker invoker)
      implements StreamingInvoker {
    @Override
    public void invoke(String text, Consumer<Attempt> whenEnded) {
      invoker.invoke(text, whenEnded);
    }

    @Override
    public int maxConcurrency() {
      return invoker.maxConcurrency();
    }

    @Override
    public void close() {
      invoker.close();
      ports.close();
    }
  }
}
