package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.Quota;
import dev.rundle.sandbox.world.World;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Service Quotas: how many instances of a type endpoints may use. */
final class QuotasService implements Service {
  private static final int PAGE = 100;

  @Override
  public Complaints complaints() {
    return Complaints.QUOTAS;
  }

  @Override
  public Map<String, Operation> operations() {
    return Map.of(
        "ListServiceQuotas", (world, input) -> list(world, input, Quota::value),
        "ListAWSDefaultServiceQuotas",
            (world, input) -> list(world, input, q -> world.settings().defaultEndpointQuota()),
        "GetServiceQuota", QuotasService::get);
  }

  private static ObjectNode list(World world, Input input, ToIntFunction<Quota> value) {
    checkService(input);
    var code = input.findText("QuotaCode");
    var matching =
        world.quotas().list().stream()
            .filter(quota -> code.isEmpty() || code.get().equals(quota.code()))
            .toList();
    var page =
        Page.of(
            matching,
            input.findText("NextToken"),
            Page.size(input, "MaxResults", PAGE, PAGE),
            () ->
                new ServiceError(
                    400, "InvalidPaginationTokenException", "The pagination token is invalid."));
    return page.output("Quotas", quota -> node(quota, value.applyAsInt(quota)), "NextToken");
  }

  private static ObjectNode get(World world, Input input) {
    checkService(input);
    var quota = world.quotas().find(input.text("QuotaCode"));
    var output = Tree.object();
    output.set("Quota", node(quota, quota.value()));
    return output;
  }

  private static void checkService(Input input) {
    if (!input.text("ServiceCode").equals(Quota.SERVICE_CODE)) {
      throw new ServiceError(
          400,
          "NoSuchResourceException",
          "The request failed because the specified service does not exist.");
    }
  }

  private static ObjectNode node(Quota quota, int value) {
    return Tree.object()
        .put("ServiceCode", Quota.SERVICE_CODE)
        .put("ServiceName", Quota.SERVICE_NAME)
        .put("QuotaArn", quota.arn())
        .put("QuotaCode", quota.code())
        .put("QuotaName", quota.name())
        .put("Value", (double) value)
        .put("Unit", "None")
        .put("Adjustable", true)
        .put("GlobalQuota", false)
        .put("QuotaAppliedAtLevel", "ACCOUNT");
  }
}
