package dev.rundle.sagemaker.control;

import dev.rundle.model.control.QuotaSource;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.sagemaker.access.AwsClients;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.servicequotas.model.ServiceQuota;

/**
 * The quota named {@code <instance type> for endpoint usage}: the value applied to the account, or
 * the default where none was applied. What cannot be read (no permission, no such service in the
 * region) is empty: a quota check must not keep a measurement from running.
 */
public final class ServiceQuotas implements QuotaSource {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceQuotas.class);
  private static final String SERVICE = "sagemaker";

  private final AwsClients clients;

  public ServiceQuotas(AwsClients clients) {
    this.clients = clients;
  }

  @Override
  public OptionalInt findEndpointUsageQuota(String instanceType) {
    String name = instanceType + " for endpoint usage";
    try {
      return findApplied(name)
          .or(() -> findDefault(name))
          .map(value -> OptionalInt.of(value.intValue()))
          .orElse(OptionalInt.empty());
    } catch (RemoteFailure e) {
      LOG.info("The quota '{}' was not read: {}: {}", name, e.what(), e.why());
      return OptionalInt.empty();
    }
  }

  private Optional<Double> findApplied(String name) {
    return clients
        .failures()
        .call(
            "servicequotas:ListServiceQuotas",
            name,
            () ->
                valueOf(
                    name,
                    clients
                        .quotas()
                        .listServiceQuotasPaginator(r -> r.serviceCode(SERVICE).maxResults(100))
                        .quotas()
                        .stream()));
  }

  private Optional<Double> findDefault(String name) {
    return clients
        .failures()
        .call(
            "servicequotas:ListAWSDefaultServiceQuotas",
            name,
            () ->
                valueOf(
                    name,
                    clients
                        .quotas()
                        .listAWSDefaultServiceQuotasPaginator(
                            r -> r.serviceCode(SERVICE).maxResults(100))
                        .quotas()
                        .stream()));
  }

  private static Optional<Double> valueOf(String name, Stream<ServiceQuota> quotas) {
    return quotas.filter(q -> name.equals(q.quotaName())).findFirst().map(ServiceQuota::value);
  }
}
