package dev.rundle.sagemaker.access;

import dev.rundle.model.failure.BadInput;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.InstanceProfileRegionProvider;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;

/**
 * A target with its blanks filled in: which region, whose credentials.
 *
 * <p>On a loopback override, where a sandbox listens, nothing else is contacted: keys come from the
 * environment or from a profile, never from the instance's metadata service, and proxies are left
 * aside. Keys and region are needed all the same, as the AWS CLI needs them: a forgotten setting
 * shows here rather than on AWS.
 *
 * @param caBundle PEM file of certificate authorities to trust instead of the platform's, from
 *     {@code AWS_CA_BUNDLE}
 * @param isLoopback whether calls stay on this machine
 */
public record AwsAccess(
    Region region,
    AwsCredentialsProvider credentials,
    Optional<String> profile,
    Optional<URI> endpointUrl,
    Optional<Path> caBundle,
    boolean isLoopback) {
  /**
   * Resolves region and credentials provider; asks no service.
   *
   * @throws BadInput if the profile or the CA bundle does not exist, or no region is configured
   */
  public static AwsAccess resolve(AwsTarget given) {
    AwsTarget target = withConfiguredUrl(given);
    ProfileFile files = configurationFiles();
    Optional<String> profile = target.profile();
    profile.ifPresent(name -> checkProfile(files, name));
    return new AwsAccess(
        region(target, files),
        credentials(target, files),
        profile,
        target.endpointUrl(),
        CaBundle.fromEnvironment(),
        target.isLoopback());
  }

  /** Where calls go, for messages: the override, or the region. */
  public String where() {
    return endpointUrl.map(URI::toString).orElse("region " + region.id());
  }

  /** {@code AWS_ENDPOINT_URL} counts like the option, as it does for the AWS CLI. */
  private static AwsTarget withConfiguredUrl(AwsTarget target) {
    Map<String, String> environment = System.getenv();
    // The clients heed the variables of single services by themselves; an override would hide them.
    boolean perService =
        environment.keySet().stream().anyMatch(name -> name.startsWith("AWS_ENDPOINT_URL_"));
    boolean ignored = "true".equals(environment.get("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"));
    return target.endpointUrl().isPresent() || perService || ignored
        ? target
        : AwsTarget.of(
            target.region().orElse(null),
            target.profile().orElse(null),
            environment.get("AWS_ENDPOINT_URL"));
  }

  private static Region region(AwsTarget target, ProfileFile files) {
    if (target.region().isPresent()) {
      return Region.of(target.region().get());
    }
    String profile = profileName(target);
    AwsRegionProvider cliVariable =
        () -> Optional.ofNullable(System.getenv("AWS_DEFAULT_REGION")).map(Region::of).orElse(null);
    AwsRegionProvider configured =
        new AwsRegionProviderChain(
            new SystemSettingsRegionProvider(),
            cliVariable,
            new AwsProfileRegionProvider(() -> files, profile));
    try {
      Region found =
          target.isLoopback()
              ? configured.getRegion()
              : new AwsRegionProviderChain(configured, new InstanceProfileRegionProvider())
                  .getRegion();
      return Region.of(AwsTarget.of(found.id(), null, null).region().orElseThrow());
    } catch (SdkClientException e) {
      throw new BadInput(
          "no AWS region is configured",
          "neither --region nor AWS_REGION nor profile '" + profile + "' names one",
          "add --region, for example --region eu-central-1",
          e);
    }
  }

  private static AwsCredentialsProvider credentials(AwsTarget target, ProfileFile files) {
    if (target.profile().isPresent()) {
      return ProfileCredentialsProvider.builder()
          .profileFile(files)
          .profileName(target.profile().get())
          .build();
    }
    if (target.isLoopback()) {
      return AwsCredentialsProviderChain.of(
          SystemPropertyCredentialsProvider.create(),
          EnvironmentVariableCredentialsProvider.create(),
          ProfileCredentialsProvider.builder().profileFile(files).build());
    }
    return DefaultCredentialsProvider.builder().profileFile(files).build();
  }

  private static String profileName(AwsTarget target) {
    return target.profile().orElseGet(ProfileFileSystemSetting.AWS_PROFILE::getStringValueOrThrow);
  }

  private static ProfileFile configurationFiles() {
    try {
      return ProfileFile.defaultProfileFile();
    } catch (RuntimeException e) {
      throw new BadInput(
          "the AWS configuration files cannot be read",
          Causes.firstLine(e),
          "check ~/.aws/config and ~/.aws/credentials (or AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE)",
          e);
    }
  }

  private static void checkProfile(ProfileFile files, String name) {
    if (files.profile(name).isEmpty()) {
      var known = new TreeSet<>(files.profiles().keySet());
      throw new BadInput(
          "there is no AWS profile '" + name + "'",
          known.isEmpty()
              ? "the AWS configuration files hold no profile"
              : "the AWS configuration files hold: " + String.join(", ", known),
          "correct --profile, or create it: aws configure --profile " + name);
    }
  }
}
