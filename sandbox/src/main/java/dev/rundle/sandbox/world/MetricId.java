package dev.rundle.sandbox.world;

import java.util.Map;
import java.util.TreeMap;

/** A CloudWatch metric: name space, name and exact dimensions. */
public record MetricId(String namespace, String name, Map<String, String> dimensions) {
  public static final String INVOCATIONS = "AWS/SageMaker";
  public static final String UTILIZATION = "/aws/sagemaker/Endpoints";

  public MetricId {
    dimensions = java.util.Collections.unmodifiableMap(new TreeMap<>(dimensions));
  }

  /** A metric of a variant. */
  public static MetricId ofVariant(String namespace, String name, String endpoint, String variant) {
    return new MetricId(namespace, name, Map.of("EndpointName", endpoint, "VariantName", variant));
  }
}
