package dev.rundle.cli.command;

import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.Variables;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.cli.sandbox.InstanceOptions;
import dev.rundle.cli.sandbox.SandboxJob;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rundle sandbox}: a SageMaker on this machine. */
@Command(
    name = "sandbox",
    description = {
      "Runs a local SageMaker with one streaming endpoint, its auto scaling, CloudWatch, Logs,"
          + " quotas and STS, which unmodified AWS clients use through --endpoint-url. Runs until"
          + " Ctrl-C.",
      ""
    },
    footer = {
      "",
      "Example: in one terminal the sandbox, in another a look at it",
      "  rundle sandbox --port 4510 --speed 20",
      "  aws sagemaker describe-endpoint --endpoint-name kokoro-82m"
          + " --endpoint-url http://127.0.0.1:4510"
    })
public final class SandboxCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private InstanceOptions instance;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "Address to listen on; anybody who reaches it can use the sandbox (default:"
              + " RUNDLE_SANDBOX_HOST, or 127.0.0.1).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "4510",
      description = "Port to listen on; 0 takes a free one (default: 4510).")
  private int port;

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "Divides provisioning stages, publication delay and log lag; request latencies and metric"
              + " periods stay real (default: 1).")
  private double speed;

  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      defaultValue = "kokoro-82m",
      description = "Name of the endpoint (default: kokoro-82m).")
  private String endpoint;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "1",
      description = "Instances in service at the start (default: 1).")
  private int instances;

  @Option(
      names = "--quota",
      paramLabel = "N",
      description = "The account's quota of instances of this type on endpoints.")
  private Integer quota;

  private final Surroundings surroundings;
  private final Interrupts interrupts;

  public SandboxCommand(Surroundings surroundings, Interrupts interrupts) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
  }

  @Override
  public Integer call() {
    return new SandboxJob(surroundings, interrupts, common)
        .run(
            new SandboxJob.Wanted(
                host(), port, speed, endpoint, instances, instance, Optional.ofNullable(quota)));
  }

  private String host() {
    return Optional.ofNullable(host)
        .or(() -> Variables.of(surroundings, Variables.SANDBOX_HOST))
        .orElse("127.0.0.1");
  }
}
