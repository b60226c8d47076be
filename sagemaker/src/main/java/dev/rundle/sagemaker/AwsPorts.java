package dev.rundle.sagemaker;

import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.control.LogsSource;
import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.control.QuotaSource;
import dev.rundle.model.control.ScalingControl;
import dev.rundle.sagemaker.access.AwsClients;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sagemaker.access.CallerIdentity;
import dev.rundle.sagemaker.control.ApplicationScaling;
import dev.rundle.sagemaker.control.DeployedStateReader;
import dev.rundle.sagemaker.control.SageMakerEndpoints;
import dev.rundle.sagemaker.control.ServiceQuotas;
import dev.rundle.sagemaker.invoke.CrtStreamingInvoker;
import dev.rundle.sagemaker.invoke.InvocationSettings;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.sagemaker.logs.CloudWatchLogs;
import dev.rundle.sagemaker.metrics.CloudWatchMetrics;

/** All ports of the model onto one AWS account and region; they share their clients. */
public final class AwsPorts implements AutoCloseable {
  private final AwsClients clients;

  private AwsPorts(AwsClients clients) {
    this.clients = clients;
  }

  /**
   * Resolves region and credentials provider; asks no service yet.
   *
   * @throws dev.rundle.model.failure.BadInput if profile, region or CA bundle cannot be used
   */
  public static AwsPorts open(AwsTarget target) {
    return new AwsPorts(AwsClients.open(target));
  }

  /** Name of the region that calls go to. */
  public String region() {
    return clients.region();
  }

  public EndpointControl endpoints() {
    return new SageMakerEndpoints(clients);
  }

  public ScalingControl scaling() {
    return new ApplicationScaling(clients);
  }

  public MetricsSource metrics() {
    return new CloudWatchMetrics(clients);
  }

  public LogsSource logs() {
    return new CloudWatchLogs(clients);
  }

  public QuotaSource quotas() {
    return new ServiceQuotas(clients);
  }

  public DeployedStateReader deployedState() {
    return DeployedStateReader.of(clients);
  }

  public CallerIdentity caller() {
    return new CallerIdentity(clients);
  }

  /**
   * A client for the load path, which the caller closes.
   *
   * @throws dev.rundle.model.failure.RemoteFailure if there are no credentials
   */
  public StreamingInvoker invoker(InvocationSettings settings) {
    return CrtStreamingInvoker.open(clients, settings);
  }

  @Override
  public void close() {
    clients.close();
  }
}
