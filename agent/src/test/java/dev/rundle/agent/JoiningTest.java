package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.security.Security;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where an agent looks for its coordinator, and from where. */
class JoiningTest {
  private static final HostAndPort COORDINATOR = HostAndPort.parse("coordinator.test:25520");

  @Test
  void theNameAndEachOfItsAddressesAreTried() throws UnknownHostException {
    assertThat(Seeds.of(COORDINATOR, List.of(address("10.0.0.7"), address("10.0.0.8"))))
        .containsExactly("coordinator.test:25520", "10.0.0.7:25520", "10.0.0.8:25520");
    assertThat(Seeds.of(HostAndPort.parse("10.0.0.7:1"), List.of(address("10.0.0.7"))))
        .containsExactly("10.0.0.7:1");
    assertThat(Seeds.of(COORDINATOR, List.of(linkLocal())))
        .containsExactly("coordinator.test:25520", "[fe80:0:0:0:0:0:0:1]:25520");
  }

  @Test
  void anAddressOfItsOwnIsTheOneFromWhichTheCoordinatorIsReached() {
    var config = joining(host -> new InetAddress[] {address("127.0.0.1")}).config().orElseThrow();

    assertThat(config.getString("pekko.remote.artery.canonical.hostname")).isEqualTo("127.0.0.1");
    assertThat(config.getStringList("pekko.cluster.seed-nodes"))
        .containsExactly("pekko://rundle@coordinator.test:25520", "pekko://rundle@127.0.0.1:25520");
  }

  @Test
  void aNameThatDoesNotResolveYetIsNoError() {
    assertThat(
            joining(
                    host -> {
                      throw new UnknownHostException(host);
                    })
                .config())
        .isEmpty();
    assertThat(LocalAddress.towards(HostAndPort.parse("coordinator.invalid:25520"))).isEmpty();
  }

  @Test
  void theLocalAddressTowardsLoopbackIsLoopback() {
    assertThat(LocalAddress.towards(HostAndPort.parse("127.0.0.1:25520"))).hasValue("127.0.0.1");
  }

  private static Joining joining(Joining.Resolver resolver) {
    return new Joining(COORDINATOR, Optional.empty(), Security.insecure(), resolver);
  }

  /** As resolvers give it: with the interface that it is on. */
  private static InetAddress linkLocal() throws UnknownHostException {
    return Inet6Address.getByAddress("", address("fe80::1").getAddress(), 1);
  }

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }
}
