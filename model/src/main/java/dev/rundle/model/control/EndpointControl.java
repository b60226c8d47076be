package dev.rundle.model.control;

import dev.rundle.model.deployed.EndpointState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and changes an endpoint. Every method may throw {@link
 * dev.rundle.model.failure.RemoteFailure} (network, service, credentials), with the service's own
 * code and text in it.
 */
public interface EndpointControl {
  /** The endpoint with its variants, models and tags; empty if there is none of that name. */
  Optional<EndpointState> findEndpoint(String endpoint);

  /** Counts and status alone: one cheap call, for polling. Environment and image are left empty. */
  Optional<EndpointState> findEndpointStatus(String endpoint);

  /** Names of all endpoints in the account and region. */
  List<String> listEndpoints();

  /**
   * Asks for a number of instances.
   *
   * @throws CapacityChangeRejected if the endpoint is updating, or a limit is in the way
   */
  void setDesiredInstanceCount(String endpoint, String variant, int count);

  void addTags(String endpointArn, Map<String, String> tags);

  void removeTags(String endpointArn, List<String> keys);
}
