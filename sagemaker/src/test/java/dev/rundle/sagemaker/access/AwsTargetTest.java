package dev.rundle.sagemaker.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.sagemaker.AwsPorts;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AwsTargetTest {
  @Test
  void nothingGivenIsAllDefaults() {
    assertThat(AwsTarget.of(null, " ", "")).isEqualTo(AwsTarget.defaults());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"us-east-1", "eu-central-1", "us-gov-west-1", "ap-southeast-12", "cn-north-1"})
  void regionsAreTaken(String region) {
    assertThat(AwsTarget.of(region, null, null).region()).contains(region);
  }

  @ParameterizedTest
  @ValueSource(strings = {"useast1", "us-east", "US-EAST-1", "us-east-1a", "us east 1", "-1"})
  void otherNamesAreNot(String region) {
    assertThatThrownBy(() -> AwsTarget.of(region, null, null))
        .asInstanceOf(type(BadInput.class))
        .satisfies(
            e -> {
              assertThat(e.what()).isEqualTo("'" + region + "' is not an AWS region");
              assertThat(e.next()).contains("--region");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:4566",
        "localhost",
        "ftp://127.0.0.1",
        "http://",
        "http:///x",
        "http://host:99999",
        "http://a b",
        "http://host?x=1"
      })
  void otherUrlsAreNotEndpoints(String url) {
    assertThatThrownBy(() -> AwsTarget.of(null, null, url))
        .asInstanceOf(type(BadInput.class))
        .satisfies(e -> assertThat(e.what()).endsWith("is not an endpoint URL"));
  }

  @Test
  void aPasswordInTheUrlIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> AwsTarget.of(null, null, "http://me:hunter2@host:80"))
        .asInstanceOf(type(BadInput.class))
        .satisfies(e -> assertThat(e.what()).doesNotContain("hunter2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:1",
        "https://localhost",
        "http://[::1]:80",
        "http://a.localhost:9"
      })
  void thisMachineIsLoopback(String url) {
    assertThat(AwsTarget.of(null, null, url).isLoopback()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://10.0.0.1:1", "https://example.com", "http://localhost.evil.com"})
  void othersAreNot(String url) {
    assertThat(AwsTarget.of(null, null, url).isLoopback()).isFalse();
    assertThat(AwsTarget.defaults().isLoopback()).isFalse();
  }

  @Test
  void anUnknownProfileIsNamed() {
    var target = AwsTarget.of("us-east-1", "no-such-profile-anywhere", null);
    assertThatThrownBy(() -> AwsClients.open(target))
        .asInstanceOf(type(BadInput.class))
        .satisfies(
            e -> {
              assertThat(e.what()).isEqualTo("there is no AWS profile 'no-such-profile-anywhere'");
              assertThat(e.next()).contains("--profile");
            });
  }

  @Test
  void onLoopbackTheConfiguredRegionAndKeysAreUsed() {
    AwsAccess access = AwsAccess.resolve(AwsTarget.of(null, null, "http://127.0.0.1:1"));
    assertThat(access.region().id()).isNotEmpty();
    assertThat(access.credentials().resolveCredentials().accessKeyId()).isNotEmpty();
    assertThat(access.isLoopback()).isTrue();
    assertThat(access.where()).isEqualTo("http://127.0.0.1:1");
  }

  @Test
  void onLoopbackKeysAreNeededAllTheSame(@TempDir Path home) {
    assumeThat(System.getenv("AWS_ACCESS_KEY_ID")).isNull();
    withProperties(
        Map.of(
            "aws.accessKeyId",
            "",
            "aws.secretAccessKey",
            "",
            "aws.sharedCredentialsFile",
            home.resolve("none").toString(),
            "aws.configFile",
            home.resolve("none").toString()),
        () -> {
          var target = AwsTarget.of("us-east-1", null, "http://127.0.0.1:1");
          try (AwsPorts ports = AwsPorts.open(target)) {
            assertThatThrownBy(() -> ports.endpoints().findEndpoint("any"))
                .asInstanceOf(type(RemoteFailure.class))
                .satisfies(
                    e -> {
                      assertThat(e.what()).contains("no AWS credentials were found");
                      assertThat(e.next()).contains("AWS_ACCESS_KEY_ID");
                    });
          }
        });
  }

  /** Sets system properties, an empty value removes one, and puts them back. */
  private static void withProperties(Map<String, String> properties, Runnable test) {
    var before = new Properties();
    before.putAll(System.getProperties());
    try {
      properties.forEach(
          (name, value) -> {
            if (value.isEmpty()) {
              System.clearProperty(name);
            } else {
              System.setProperty(name, value);
            }
          });
      test.run();
    } finally {
      System.setProperties(before);
    }
  }
}
