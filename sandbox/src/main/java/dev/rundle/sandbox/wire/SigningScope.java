package dev.rundle.sandbox.wire;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who signed a request, and for which region and service, as its Signature Version 4 header says.
 * The signature itself is not verified: the sandbox knows no secret keys.
 */
public record SigningScope(String accessKeyId, String region, String service) {
  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "AWS4-\\S+\\s+.*?Credential=([^/\\s,]+)/\\d{8}/([^/\\s,]+)/([^/\\s,]+)/aws4_request.*");

  /**
   * Reads the Authorization header.
   *
   * @throws ServiceError MissingAuthenticationToken (403) without the header, IncompleteSignature
   *     (400) where it is not a Signature Version 4 one
   */
  public static SigningScope of(Optional<String> authorization) {
    if (authorization.isEmpty() || authorization.get().isBlank()) {
      throw new ServiceError(
          403, "MissingAuthenticationTokenException", "Missing Authentication Token");
    }
    var matcher = CREDENTIAL.matcher(authorization.get());
    if (!matcher.matches()) {
      throw new ServiceError(
          400,
          "IncompleteSignatureException",
          "Authorization header requires 'Credential' parameter of the form"
              + " <access key>/<date>/<region>/<service>/aws4_request.");
    }
    return new SigningScope(matcher.group(1), matcher.group(2), matcher.group(3));
  }
}
