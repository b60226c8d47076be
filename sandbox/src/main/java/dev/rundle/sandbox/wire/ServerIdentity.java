package dev.rundle.sandbox.wire;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLException;

/**
 * A key and a self-signed certificate for the host names under which the sandbox is reached. They
 * are new with every start, and made when they are first asked for.
 */
public final class ServerIdentity {
  private static final int VALID_DAYS = 365;

  private final String host;
  private final Clock clock;
  private X509Bundle bundle;
  private SslContext serverContext;

  /** For localhost, the loopback addresses and {@code host}. */
  public ServerIdentity(String host, Clock clock) {
    this.host = host;
    this.clock = clock;
  }

  /** The certificate for clients to trust, in PEM. */
  public synchronized String certificatePem() {
    return bundle().getCertificatePEM();
  }

  synchronized SslContext serverContext() {
    if (serverContext == null) {
      try {
        serverContext =
            SslContextBuilder.forServer(
                    bundle().getKeyPair().getPrivate(), bundle().getCertificatePath())
                .build();
      } catch (SSLException e) {
        throw new IllegalStateException("cannot use the certificate", e);
      }
    }
    return serverContext;
  }

  private X509Bundle bundle() {
    if (bundle == null) {
      var now = clock.instant();
      var builder =
          new CertificateBuilder()
              .ecp256()
              .subject("CN=Rundle sandbox")
              .setIsCertificateAuthority(true)
              .notBefore(now.minus(1, ChronoUnit.DAYS))
              .notAfter(now.plus(VALID_DAYS, ChronoUnit.DAYS))
              .addSanDnsName("localhost")
              .addSanIpAddress("127.0.0.1")
              .addSanIpAddress("::1");
      if (isAddress(host)) {
        builder.addSanIpAddress(host);
      } else {
        builder.addSanDnsName(host);
      }
      try {
        bundle = builder.buildSelfSigned();
      } catch (Exception e) {
        // The builder declares Exception; nothing of it depends on the caller.
        throw new IllegalStateException("cannot make a certificate", e);
      }
    }
    return bundle;
  }

  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || Character.isDigit(host.charAt(host.length() - 1));
  }
}
