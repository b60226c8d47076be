package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.wire.ControlCall;
import dev.rundle.sandbox.wire.ControlRoute;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.wire.ServiceName;
import dev.rundle.sandbox.wire.SigningScope;
import dev.rundle.sandbox.world.WorldError;
import java.util.EnumMap;
import java.util.Map;

/** Performs the control planes' calls on the world of the region that they are signed for. */
public final class ControlPlane implements ControlRoute.Operations {
  private final Regions regions;
  private final Map<ServiceName, Service> services = new EnumMap<>(ServiceName.class);

  public ControlPlane(Regions regions) {
    this.regions = regions;
    services.put(ServiceName.SAGEMAKER, new SageMakerService());
    services.put(ServiceName.SCALING, new ScalingService());
    services.put(ServiceName.METRICS, new MetricsService());
    services.put(ServiceName.LOGS, new LogsService());
    services.put(ServiceName.QUOTAS, new QuotasService());
    services.put(ServiceName.IDENTITY, new IdentityService());
  }

  @Override
  public ObjectNode perform(SigningScope scope, ControlCall call) {
    var service = services.get(call.service());
    var operation = service.operations().get(call.operation());
    if (operation == null) {
      throw ServiceError.unknownOperation(
          "The sandbox does not have the operation " + call.operation() + ".");
    }
    try {
      return operation.perform(
          regions.world(scope.region()), new Input(call.input(), service.complaints()));
    } catch (WorldError e) {
      throw new ServiceError(e.httpStatus(), shapeName(call.service(), e.code()), e.getMessage());
    }
  }

  /** CloudWatch's errors have longer names in the dialects that came after the query one. */
  private static String shapeName(ServiceName service, String code) {
    return service == ServiceName.METRICS
            && (code.equals("InvalidParameterValue") || code.equals("InvalidParameterCombination"))
        ? code + "Exception"
        : code;
  }
}
