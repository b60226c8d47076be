package dev.rundle.sandbox.world;

/** An error as the service words it; the dialects only encode it. */
public final class WorldError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final int httpStatus;

  /**
   * @param code the service's error code, e.g. {@code ValidationException}
   * @param httpStatus status that carries it
   */
  public WorldError(String code, int httpStatus, String message) {
    // An answer to a client, not a defect of ours: a stack trace would only cost time.
    super(message, null, false, false);
    this.code = code;
    this.httpStatus = httpStatus;
  }

  /** The service's error code. */
  public String code() {
    return code;
  }

  public int httpStatus() {
    return httpStatus;
  }

  static WorldError validation(String message) {
    return new WorldError("ValidationException", 400, message);
  }

  static WorldError resourceLimitExceeded(String message) {
    return new WorldError("ResourceLimitExceeded", 400, message);
  }

  static WorldError objectNotFound(String message) {
    return new WorldError("ObjectNotFoundException", 400, message);
  }

  static WorldError resourceNotFound(String message) {
    return new WorldError("ResourceNotFoundException", 400, message);
  }

  static WorldError invalidParameter(String message) {
    return new WorldError("InvalidParameterException", 400, message);
  }

  /** CloudWatch's name for bad input. */
  static WorldError invalidParameterValue(String message) {
    return new WorldError("InvalidParameterValueException", 400, message);
  }

  static WorldError noSuchResource(String message) {
    return new WorldError("NoSuchResourceException", 400, message);
  }
}
