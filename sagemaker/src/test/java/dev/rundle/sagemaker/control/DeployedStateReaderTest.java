package dev.rundle.sagemaker.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.SandboxSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.sagemaker.model.SageMakerException;

/** What is told of a state that the caller may read in part only. */
class DeployedStateReaderTest {
  private static final String ENDPOINT = SandboxSettings.DEFAULT_ENDPOINT;
  private static final String VARIANT = SandboxSettings.DEFAULT_VARIANT;
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

  private static RemoteFailure failure(String code) {
    var cause =
        SageMakerException.builder()
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage("no").build())
            .build();
    return new RemoteFailure("it failed", code + ": no", "", cause);
  }

  /** The port, with some methods failing. */
  private static <T> T failing(Class<T> port, T real, Set<String> methods, String code) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, arguments) -> {
              if (methods.contains(method.getName())) {
                throw failure(code);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static DeployedStateReader.Reading read(Set<String> methods, String code) {
    try (var sandbox = Sandbox.start(SandboxSettings.defaults());
        var ports = AwsPorts.open(AwsTarget.of(null, null, sandbox.url().toString()))) {
      return new DeployedStateReader(
              failing(EndpointControl.class, ports.endpoints(), methods, code),
              failing(ScalingControl.class, ports.scaling(), methods, code),
              ports.metrics(),
              ports.quotas(),
              CLOCK)
          .read(ENDPOINT, VARIANT);
    }
  }

  @Test
  void theRestOfTheAccountMayBeDenied() {
    var reading =
        read(Set.of("listTargets", "listAllPolicies", "listEndpoints"), "AccessDeniedException");
    assertThat(reading.notRead())
        .hasSize(3)
        .allMatch(note -> note.equals("it failed: AccessDeniedException: no"));
    assertThat(reading.state().endpoint()).isPresent();
    assertThat(reading.state().endpointNames()).isEmpty();
    assertThat(reading.state().targetsElsewhere()).isEmpty();
    assertThat(reading.state().readAt()).isEqualTo(CLOCK.instant());
  }

  @Test
  void theEndpointItselfMayNot() {
    assertThatThrownBy(() -> read(Set.of("findTarget"), "AccessDeniedException"))
        .isInstanceOf(RemoteFailure.class);
  }

  @Test
  void onlyDenialIsInformation() {
    assertThatThrownBy(() -> read(Set.of("listEndpoints"), "InternalFailure"))
        .isInstanceOf(RemoteFailure.class);
  }
}
