package dev.rundle.agent.security;

import dev.rundle.agent.security.RefusedPeer.Side;
import dev.rundle.model.time.Ticker;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import org.apache.pekko.remote.artery.tcp.ssl.RotatingKeysSSLEngineProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Pekko's provider, with failed handshakes made known: Pekko itself says nothing of a peer that it
 * turns away. Each is logged and published to the system's event stream as a {@link RefusedPeer},
 * the same kind at most once a minute. Made by Pekko, by the name that {@link TlsTransport} gives.
 */
public final class ReportingSslEngineProvider implements SSLEngineProvider {
  private static final Logger LOG = LoggerFactory.getLogger(ReportingSslEngineProvider.class);

  private final RotatingKeysSSLEngineProvider pekko;
  private final ActorSystem system;
  private final RefusalReports reports = new RefusalReports(Ticker.system());

  public ReportingSslEngineProvider(ActorSystem system) {
    this.system = system;
    this.pekko = new RotatingKeysSSLEngineProvider(system);
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    return new ReportingSslEngine(
        pekko.createServerSSLEngine(hostname, port), failure -> report(Side.INCOMING, "", failure));
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    return new ReportingSslEngine(
        pekko.createClientSSLEngine(hostname, port),
        failure -> report(Side.OUTGOING, hostname + ":" + port, failure));
  }

  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    Option<Throwable> failure = pekko.verifyClientSession(hostname, session);
    failure.foreach(
        e -> report(Side.OUTGOING, session.getPeerHost() + ":" + session.getPeerPort(), e));
    return failure;
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    Option<Throwable> failure = pekko.verifyServerSession(hostname, session);
    failure.foreach(e -> report(Side.INCOMING, "", e));
    return failure;
  }

  private Void report(Side side, String peer, Throwable failure) {
    LOG.debug("TLS handshake failed", failure);
    reports
        .onRefused(side, peer, HandshakeFailure.reason(side, failure))
        .ifPresent(
            refused -> {
              LOG.warn("{}", refused.text());
              system.eventStream().publish(refused);
            });
    return null;
  }
}
