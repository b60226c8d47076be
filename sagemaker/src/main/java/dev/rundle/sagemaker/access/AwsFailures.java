package dev.rundle.sagemaker.access;

import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.failure.RundleException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.regions.Region;

/**
 * The one place where what the SDK throws becomes what a user reads: the operation and resource,
 * the service's own code and text, and what to do next.
 */
public final class AwsFailures {
  private static final Set<String> EXPIRED =
      Set.of("ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired");
  private static final Set<String> NOT_ACCEPTED =
      Set.of(
          "UnrecognizedClientException",
          "InvalidClientTokenId",
          "InvalidSignatureException",
          "SignatureDoesNotMatch",
          "IncompleteSignature",
          "MissingAuthenticationToken",
          "InvalidAccessKeyId");

  private final AwsAccess access;

  AwsFailures(AwsAccess access) {
    this.access = access;
  }

  /**
   * Makes a call and translates what it throws.
   *
   * @param action the IAM action, e.g. {@code sagemaker:DescribeEndpoint}
   * @param resource what it is about, e.g. {@code endpoint tts-prod}; may be empty
   * @throws RemoteFailure for everything that the SDK throws
   */
  public <T> T call(String action, String resource, Supplier<T> call) {
    try {
      return call.get();
    } catch (SdkException e) {
      throw translate(action, resource, e);
    }
  }

  /** What to tell a user about a throwable out of the SDK. */
  public RundleException translate(String action, String resource, Throwable thrown) {
    Throwable cause = Causes.unwrap(thrown);
    if (cause instanceof RundleException known) {
      return known;
    }
    String what = action + (resource.isEmpty() ? "" : " for " + resource);
    return Causes.find(cause, SdkServiceException.class)
        .map(e -> answered(what, action, e))
        .orElseGet(() -> unanswered(what, cause));
  }

  /** True if the service said that the caller may not do this. */
  public static boolean isAccessDenied(Throwable thrown) {
    return Causes.find(thrown, SdkServiceException.class)
        .map(AwsFailures::code)
        .filter(c -> c.startsWith("AccessDenied") || c.startsWith("Unauthorized"))
        .isPresent();
  }

  /** The service's error code; empty if it gave none. */
  public static String code(SdkServiceException e) {
    return e instanceof AwsServiceException aws
            && aws.awsErrorDetails() != null
            && aws.awsErrorDetails().errorCode() != null
        ? aws.awsErrorDetails().errorCode()
        : "";
  }

  /** The service's error text, without the SDK's additions. */
  public static String text(SdkServiceException e) {
    String own =
        e instanceof AwsServiceException aws && aws.awsErrorDetails() != null
            ? aws.awsErrorDetails().errorMessage()
            : null;
    return own == null || own.isBlank() ? Causes.firstLine(e) : own.strip();
  }

  private RemoteFailure answered(String what, String action, SdkServiceException e) {
    String code = code(e);
    String why = (code.isEmpty() ? "HTTP " + e.statusCode() : code + ": " + text(e)) + requestId(e);
    if (isAccessDenied(e)) {
      return failure(
          what + " was denied",
          why,
          "allow " + action + " for this identity (aws sts get-caller-identity shows which it is)",
          e);
    }
    if (EXPIRED.contains(code)) {
      return failure(what + " failed: the credentials have expired", why, renew(), e);
    }
    if (NOT_ACCEPTED.contains(code)) {
      return failure(
          what + " failed: " + access.where() + " does not accept the credentials",
          why,
          "check the access key, this machine's clock, and that the account uses this region",
          e);
    }
    if (e.isThrottlingException()) {
      return failure(
          what + " was throttled, retries included", why, "wait a minute and run it again", e);
    }
    if (code.equals("UnknownOperationException") || code.equals("UnknownOperation")) {
      return failure(
          what + " is not known to " + access.where(),
          why,
          "check --endpoint-url: it must lead to the AWS APIs or to a Rundle sandbox",
          e);
    }
    if (code.isEmpty() && e.statusCode() < 500) {
      return notAws(what, "it answers HTTP " + e.statusCode() + " without an AWS error code", e);
    }
    String next =
        e.statusCode() >= 500
            ? "run it again; see the AWS health dashboard if it stays"
            : "check names and region (" + access.where() + ")";
    return failure(what + " failed", why, next, e);
  }

  private RemoteFailure unanswered(String what, Throwable e) {
    if (Causes.mentions(e, "unable to load credentials")
        || Causes.mentions(e, "Profile file contained no credentials")) {
      return failure(
          what + " failed: no AWS credentials were found",
          access
              .profile()
              .map(p -> "profile '" + p + "' gives none")
              .orElse("neither environment, configuration files nor instance gave any"),
          access.isLoopback()
              ? "a sandbox takes any: export AWS_ACCESS_KEY_ID=sandbox AWS_SECRET_ACCESS_KEY=sandbox"
              : "run aws configure, or aws sso login, or name a profile with --profile",
          e);
    }
    if (Causes.mentions(e, "token is expired")
        || Causes.mentions(e, "session has expired")
        || Causes.mentions(e, "Failed to load SSO token")
        || Causes.find(e, software.amazon.awssdk.services.sso.auth.ExpiredTokenException.class)
            .isPresent()) {
      return failure(
          what + " failed: the login session has expired", Causes.firstLine(e), renew(), e);
    }
    if (Causes.find(e, UnknownHostException.class).isPresent()) {
      return failure(
          what + " failed: the name of " + access.where() + " cannot be resolved",
          unknownRegion(),
          access.endpointUrl().isPresent()
              ? "correct --endpoint-url, or check the network"
              : "correct --region, or check the network",
          e);
    }
    return notReached(what, e);
  }

  private RemoteFailure notAws(String what, String why, Throwable e) {
    return failure(
        what + " failed: " + access.where() + " does not answer as AWS does",
        why,
        "check --endpoint-url: it must lead to the AWS APIs or to a Rundle sandbox",
        e);
  }

  private RemoteFailure noTls(String what, SSLException e) {
    String failed = what + " failed: no trusted TLS connection to " + access.where();
    if (Causes.mentions(e, "PKIX") || Causes.mentions(e, "certification path")) {
      return failure(
          failed,
          "its certificate is not trusted",
          "set AWS_CA_BUNDLE to the PEM file of the certificate authority",
          e);
    }
    if (Causes.mentions(e, "Unsupported or unrecognized SSL message")) {
      return failure(
          failed,
          "it does not speak TLS",
          "write http:// instead of https:// in --endpoint-url",
          e);
    }
    return failure(
        failed,
        Causes.firstLine(e),
        "check the host's name and its certificate; AWS_CA_BUNDLE names further authorities",
        e);
  }

  private RemoteFailure notReached(String what, Throwable e) {
    Optional<SSLException> tls = Causes.find(e, SSLException.class);
    if (tls.isPresent()) {
      return noTls(what, tls.get());
    }
    if (Causes.mentions(e, "Unable to unmarshall response")) {
      return notAws(what, "what it answers cannot be read as an AWS response", e);
    }
    if (Causes.find(e, ConnectException.class).isPresent()) {
      return failure(
          what + " failed: nothing answers at " + access.where(),
          Causes.find(e, ConnectException.class).map(Causes::firstLine).orElse(""),
          access.endpointUrl().isPresent()
              ? "start the sandbox (rundle sandbox), or correct --endpoint-url"
              : "check the network and any proxy",
          e);
    }
    boolean late =
        Causes.find(e, SocketTimeoutException.class).isPresent()
            || Causes.find(e, ApiCallTimeoutException.class).isPresent()
            || Causes.find(e, ApiCallAttemptTimeoutException.class).isPresent();
    return late
        ? failure(
            what + " got no answer in time from " + access.where(),
            Causes.firstLine(e),
            "check the network, then run it again",
            e)
        : failure(
            what + " failed at " + access.where(),
            Causes.firstLine(e),
            "check the network and --endpoint-url, then run it again",
            e);
  }

  private String unknownRegion() {
    Region region = access.region();
    return access.endpointUrl().isEmpty() && !Region.regions().contains(region)
        ? region.id() + " is not a region that this version knows"
        : "DNS has no such host";
  }

  private String renew() {
    return "log in again: aws sso login"
        + access.profile().map(p -> " --profile " + p).orElse("")
        + ", or renew the session token";
  }

  private static String requestId(SdkServiceException e) {
    return e.requestId() == null ? "" : " (request " + e.requestId() + ")";
  }

  private static RemoteFailure failure(String what, String why, String next, Throwable cause) {
    return new RemoteFailure(what, why, next, cause);
  }
}
