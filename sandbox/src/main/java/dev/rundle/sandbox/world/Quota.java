package dev.rundle.sandbox.world;

/** A service quota of SageMaker: instances of one type on endpoints. */
public record Quota(String code, String name, String arn, int value) {
  public static final String SERVICE_CODE = "sagemaker";
  public static final String SERVICE_NAME = "Amazon SageMaker";
}
