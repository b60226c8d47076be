package dev.rundle.agent.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.security.RefusedPeer.Side;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalReportsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RefusalReports reports = new RefusalReports(nanos::get);

  @Test
  void oneAMinuteOfEachKindAndTheNextCountsTheOthers() {
    assertThat(knock("it has no certificate"))
        .isEqualTo("refused a peer that came to this node's port: it has no certificate");
    for (int second = 1; second < 60; second++) {
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(knock("it has no certificate")).isEmpty();
    }
    assertThat(knock("it does not speak TLS")).isNotEmpty();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(knock("it has no certificate")).endsWith(" (59 more since the last time)");
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(knock("it has no certificate")).endsWith("it has no certificate");
  }

  @Test
  void thosePeersThatWeGoToAreToldApart() {
    assertThat(reports.onRefused(Side.OUTGOING, "10.0.0.5:25520", "it refused this node"))
        .hasValueSatisfying(
            refused ->
                assertThat(refused.text())
                    .isEqualTo("no TLS connection to 10.0.0.5:25520: it refused this node"));
    assertThat(reports.onRefused(Side.OUTGOING, "10.0.0.6:25520", "it refused this node"))
        .isPresent();
    assertThat(reports.onRefused(Side.OUTGOING, "10.0.0.5:25520", "it refused this node"))
        .isEmpty();
  }

  @Test
  void moreKindsThanOneCanCountAreStillReported() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(knock("words of a peer, " + i)).isNotEmpty();
    }
  }

  private String knock(String reason) {
    return reports.onRefused(Side.INCOMING, "", reason).map(RefusedPeer::text).orElse("");
  }
}
