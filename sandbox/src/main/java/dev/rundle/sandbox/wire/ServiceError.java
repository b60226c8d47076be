package dev.rundle.sandbox.wire;

import java.util.Map;

/** An error that goes to the client, in whichever dialect it speaks. */
public final class ServiceError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String SUFFIX = "Exception";
  private static final Map<String, String> QUERY_CODES =
      Map.of(
          "MissingRequiredParameterException", "MissingParameter",
          "LimitExceededFault", "LimitExceeded",
          "InternalServiceFault", "InternalServiceError",
          "UnknownOperationException", "InvalidAction");

  private final int status;
  private final String code;

  /**
   * @param status HTTP status
   * @param code AWS' error code, e.g. {@code ValidationException}
   * @param message AWS' text
   */
  public ServiceError(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** The code as the query dialect spells it, where that differs. */
  String queryCode() {
    return QUERY_CODES.getOrDefault(
        code, code.endsWith(SUFFIX) ? code.substring(0, code.length() - SUFFIX.length()) : code);
  }

  /** {@code Sender} if the caller is to blame, else {@code Receiver}. */
  String blame() {
    return status < 500 ? "Sender" : "Receiver";
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  /** Code for a body that cannot be read. */
  public static ServiceError serialization(String message) {
    return new ServiceError(400, "SerializationException", message);
  }

  public static ServiceError unknownOperation(String message) {
    return new ServiceError(400, "UnknownOperationException", message);
  }

  /** A defect of the sandbox itself. */
  public static ServiceError internal(Throwable cause) {
    return new ServiceError(500, "InternalFailure", "The sandbox failed: " + cause);
  }
}
