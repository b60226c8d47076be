package dev.rundle.sandbox.control;

import dev.rundle.sandbox.wire.ServiceError;

/** How a service words what is wrong with an input. */
public enum Complaints {
  /** SageMaker, Application Auto Scaling. */
  VALIDATION("ValidationException"),
  LOGS("InvalidParameterException"),
  QUOTAS("IllegalArgumentException"),
  /** The sandbox's own administration. */
  ADMINISTRATION("BadRequest"),
  /** CloudWatch, whose codes tell the cases apart. */
  METRICS("InvalidParameterValueException") {
    @Override
    public ServiceError missing(String member) {
      return new ServiceError(
          400, "MissingRequiredParameterException", "The parameter " + member + " is required.");
    }
  };

  private final String code;

  Complaints(String code) {
    this.code = code;
  }

  /** A required member is not there. */
  public ServiceError missing(String member) {
    return invalid(
        "1 validation error detected: Value null at '%s' failed to satisfy constraint: Member must"
            + " not be null",
        lowerCamel(member));
  }

  /** A member has a value of the wrong type. */
  public ServiceError unreadable(String member, String value) {
    return ServiceError.serialization(
        "%s cannot be converted to the type of %s".formatted(shortened(value), member));
  }

  /** A member's value is not one of those that it can have. */
  public ServiceError notOneOf(String member, String value, Object allowed) {
    return invalid(
        "1 validation error detected: Value '%s' at '%s' failed to satisfy constraint: Member must"
            + " satisfy enum value set: %s",
        shortened(value), lowerCamel(member), allowed);
  }

  public ServiceError invalid(String text, Object... arguments) {
    return new ServiceError(400, code, text.formatted(arguments));
  }

  private static String lowerCamel(String member) {
    return Character.toLowerCase(member.charAt(0)) + member.substring(1);
  }

  private static String shortened(String value) {
    return value.length() <= 100 ? value : value.substring(0, 100) + "…";
  }
}
