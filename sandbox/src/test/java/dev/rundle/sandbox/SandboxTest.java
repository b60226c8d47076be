package dev.rundle.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.failure.Refused;
import dev.rundle.sandbox.world.SandboxSettings;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class SandboxTest {
  @Test
  void severalSandboxesLiveSideBySide() throws Exception {
    var elsewhere = SandboxSettings.builder().region("eu-west-1").build();
    try (var one = Sandbox.start(SandboxSettings.defaults());
        var other = Sandbox.start(elsewhere)) {
      assertThat(one.url()).isNotEqualTo(other.url());
      assertThat(one.tlsUrl().getPort()).isEqualTo(one.url().getPort());
      var client = new SandboxClient(other.url(), "eu-west-1");
      assertThat(client.output("SageMaker.ListEndpoints", "{}").path("Endpoints")).hasSize(1);
    }
  }

  @Test
  void aPortInUseIsRefused() {
    try (var one = Sandbox.start(SandboxSettings.defaults())) {
      var taken = new InetSocketAddress("127.0.0.1", one.port());
      assertThatThrownBy(() -> Sandbox.start(SandboxSettings.defaults(), taken))
          .isInstanceOf(Refused.class)
          .hasMessage("The sandbox cannot listen on 127.0.0.1:" + one.port());
    }
  }

  @Test
  void anUnknownHostIsRefused() {
    var nowhere = InetSocketAddress.createUnresolved("no-such-host.invalid", 0);
    assertThatThrownBy(() -> Sandbox.start(SandboxSettings.defaults(), nowhere))
        .isInstanceOf(Refused.class);
  }

  @Test
  void closedMeansClosed() {
    var sandbox = Sandbox.start(SandboxSettings.defaults());
    var client = new SandboxClient(sandbox.url());
    var open = client.streaming(SandboxSettings.DEFAULT_ENDPOINT);
    sandbox.close();
    assertThat(open).failsWithin(java.time.Duration.ofSeconds(30));
    assertThatThrownBy(() -> client.output("SageMaker.ListEndpoints", "{}"))
        .isInstanceOf(ConnectException.class);
  }
}
