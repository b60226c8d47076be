package dev.rundle.sandbox.wire;

import java.util.Arrays;
import java.util.Optional;

/** The services with a control plane, with the names that the wire has for them. */
public enum ServiceName {
  SAGEMAKER("SageMaker", "2017-07-24", ""),
  SCALING("AnyScaleFrontendService", "2016-02-06", ""),
  METRICS(
      "GraniteServiceVersion20100801",
      "2010-08-01",
      "http://monitoring.amazonaws.com/doc/2010-08-01/"),
  LOGS("Logs_20140328", "2014-03-28", ""),
  QUOTAS("ServiceQuotasV20190624", "2019-06-24", ""),
  IDENTITY(
      "AWSSecurityTokenServiceV20110615",
      "2011-06-15",
      "https://sts.amazonaws.com/doc/2011-06-15/");

  private final String targetPrefix;
  private final String apiVersion;
  private final String xmlNamespace;

  ServiceName(String targetPrefix, String apiVersion, String xmlNamespace) {
    this.targetPrefix = targetPrefix;
    this.apiVersion = apiVersion;
    this.xmlNamespace = xmlNamespace;
  }

  /** Namespace of the service's XML documents; empty where it has no query dialect. */
  public String xmlNamespace() {
    return xmlNamespace;
  }

  /** By the part before the dot in X-Amz-Target, or the service in an rpc-v2-cbor path. */
  static Optional<ServiceName> findByTarget(String prefix) {
    return Arrays.stream(values()).filter(s -> s.targetPrefix.equals(prefix)).findFirst();
  }

  /** True if a query request's text has this service's version. */
  boolean isNamedIn(String form) {
    return !xmlNamespace.isEmpty() && form.contains("Version=" + apiVersion);
  }

  /** By the Version parameter of a query request. */
  static Optional<ServiceName> findByQueryVersion(String version) {
    return Arrays.stream(values())
        .filter(s -> !s.xmlNamespace.isEmpty() && s.apiVersion.equals(version))
        .findFirst();
  }
}
