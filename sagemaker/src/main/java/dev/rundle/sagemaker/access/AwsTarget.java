package dev.rundle.sagemaker.access;

import dev.rundle.model.failure.BadInput;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the AWS APIs are and as whom to call them, as the AWS CLI's options of the same names have
 * it. What is left empty comes from the default chains: environment, configuration files, instance.
 *
 * @param region e.g. {@code eu-central-1}
 * @param profile a profile of the AWS configuration files
 * @param endpointUrl replaces the address of every service
 */
public record AwsTarget(
    Optional<String> region, Optional<String> profile, Optional<URI> endpointUrl) {
  private static final Pattern REGION = Pattern.compile("[a-z]{2,}(-[a-z]+)+-\\d+");

  public AwsTarget {
    Objects.requireNonNull(region, "region");
    Objects.requireNonNull(profile, "profile");
    Objects.requireNonNull(endpointUrl, "endpointUrl");
    region.ifPresent(AwsTarget::checkRegion);
    endpointUrl.ifPresent(url -> checkUrl(url, url.toString()));
  }

  /** Everything from the default chains. */
  public static AwsTarget defaults() {
    return new AwsTarget(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * From options; null and blank mean "not given".
   *
   * @throws BadInput if the region or the URL cannot be one
   */
  public static AwsTarget of(String region, String profile, String endpointUrl) {
    return new AwsTarget(given(region), given(profile), given(endpointUrl).map(AwsTarget::parse));
  }

  /** True if the override names this very machine, as a sandbox does. */
  public boolean isLoopback() {
    return endpointUrl.filter(AwsTarget::isLoopback).isPresent();
  }

  private static boolean isLoopback(URI url) {
    try {
      String host = url.getHost();
      // Only literals and localhost are asked: a name must not cost a DNS lookup here.
      boolean literal = host.startsWith("[") || host.matches("\\d+(\\.\\d+){3}");
      return host.equals("localhost")
          || host.endsWith(".localhost")
          || literal && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static Optional<String> given(String option) {
    return Optional.ofNullable(option).map(String::strip).filter(o -> !o.isEmpty());
  }

  private static void checkRegion(String region) {
    if (!REGION.matcher(region).matches()) {
      throw new BadInput(
          "'" + region + "' is not an AWS region",
          "region names look like us-east-1 or eu-central-1",
          "correct --region, or AWS_REGION, or the region in the AWS configuration file");
    }
  }

  private static URI parse(String text) {
    try {
      return checkUrl(new URI(text), text);
    } catch (URISyntaxException e) {
      throw badUrl(text, e);
    }
  }

  private static URI checkUrl(URI url, String text) {
    boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    boolean plain = url.getUserInfo() == null && url.getQuery() == null;
    if (!http || !plain || url.getHost() == null || url.getPort() > 65_535) {
      throw badUrl(url.getUserInfo() == null ? text : url.getScheme() + "://…", null);
    }
    return url;
  }

  private static BadInput badUrl(String text, Throwable cause) {
    return new BadInput(
        "'" + text + "' is not an endpoint URL",
        "it must be http:// or https:// with a host, and neither user information nor a query",
        "for a local sandbox write for example --endpoint-url http://127.0.0.1:4566",
        cause);
  }
}
