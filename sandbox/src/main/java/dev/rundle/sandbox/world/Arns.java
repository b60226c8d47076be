package dev.rundle.sandbox.world;

/** Names of things in the account. */
record Arns(String accountId, String region) {
  String endpoint(String name) {
    return sagemaker("endpoint/" + name.toLowerCase(java.util.Locale.ROOT));
  }

  String endpointConfig(String name) {
    return sagemaker("endpoint-config/" + name.toLowerCase(java.util.Locale.ROOT));
  }

  String model(String name) {
    return sagemaker("model/" + name.toLowerCase(java.util.Locale.ROOT));
  }

  private String sagemaker(String resource) {
    return "arn:aws:sagemaker:" + region + ":" + accountId + ":" + resource;
  }

  String executionRole() {
    return "arn:aws:iam::" + accountId + ":role/sandbox-sagemaker-execution";
  }

  String scalingRole() {
    return "arn:aws:iam::"
        + accountId
        + ":role/aws-service-role/sagemaker.application-autoscaling.amazonaws.com"
        + "/AWSServiceRoleForApplicationAutoScaling_SageMakerEndpoint";
  }

  String scalableTarget(String id) {
    return "arn:aws:application-autoscaling:" + region + ":" + accountId + ":scalable-target/" + id;
  }

  String policy(String uuid, String resourceId, String name) {
    return "arn:aws:autoscaling:"
        + region
        + ":"
        + accountId
        + ":scalingPolicy:"
        + uuid
        + ":resource/sagemaker/"
        + resourceId
        + ":policyName/"
        + name;
  }

  String alarm(String name) {
    return "arn:aws:cloudwatch:" + region + ":" + accountId + ":alarm:" + name;
  }

  String logGroup(String name) {
    return "arn:aws:logs:" + region + ":" + accountId + ":log-group:" + name;
  }

  String quota(String code) {
    return "arn:aws:servicequotas:" + region + ":" + accountId + ":sagemaker/" + code;
  }
}
