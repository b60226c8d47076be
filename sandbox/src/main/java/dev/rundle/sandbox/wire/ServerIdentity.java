package dev.rundle.sandbox.wire;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A key and a self-signed certificate, new with every start, for the host names under which the
 * sandbox is reached.
 */
public final class ServerIdentity {
  private static final int VALID_DAYS = 365;

  private final X509Bundle bundle;
  private final SslContext serverContext;

  private ServerIdentity(X509Bundle bundle, SslContext serverContext) {
    this.bundle = bundle;
    this.serverContext = serverContext;
  }

  /** Makes one for localhost, the loopback addresses and {@code host}. */
  public static ServerIdentity generate(String host, Instant now) {
    try {
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
      if (!host.isEmpty() && !Character.isDigit(host.charAt(0)) && host.indexOf(':') < 0) {
        builder.addSanDnsName(host);
      } else if (!host.isEmpty()) {
        builder.addSanIpAddress(host);
      }
      var bundle = builder.buildSelfSigned();
      var context =
          SslContextBuilder.forServer(bundle.getKeyPair().getPrivate(), bundle.getCertificatePath())
              .build();
      return new ServerIdentity(bundle, context);
    } catch (Exception e) {
      // The builder declares Exception; nothing of it depends on the caller.
      throw new IllegalStateException("cannot make a certificate", e);
    }
  }

  SslContext serverContext() {
    return serverContext;
  }

  /** The certificate for clients to trust, in PEM. */
  public String certificatePem() {
    return bundle.getCertificatePEM();
  }
}
