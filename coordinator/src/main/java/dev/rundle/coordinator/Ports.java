package dev.rundle.coordinator;

import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.control.LogsSource;
import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.control.QuotaSource;
import dev.rundle.model.control.ScalingControl;
import java.util.Objects;

/** Everything that a run reads from and changes at the service, in one hand. */
public record Ports(
    EndpointControl endpoints,
    ScalingControl scaling,
    MetricsSource metrics,
    LogsSource logs,
    QuotaSource quotas) {
  public Ports {
    Objects.requireNonNull(endpoints, "endpoints");
    Objects.requireNonNull(scaling, "scaling");
    Objects.requireNonNull(metrics, "metrics");
    Objects.requireNonNull(logs, "logs");
    Objects.requireNonNull(quotas, "quotas");
  }
}
