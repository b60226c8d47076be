package dev.rundle.agent.security;

import java.util.Objects;

/**
 * A TLS handshake that failed, as it is published to the event stream of the ActorSystem that saw
 * it. The library does not tell where an incoming connection comes from, so the other side of one
 * is known by what it did alone.
 *
 * @param side who opened the connection
 * @param peer {@code host:port} of the other side for {@link Side#OUTGOING}, else empty
 * @param reason what the other side did, as the end of "a peer was refused: …"
 * @param unreported how many of the same kind were left out of the reports since the last one
 */
public record RefusedPeer(Side side, String peer, String reason, long unreported) {
  /** Who opened the connection. */
  public enum Side {
    /** The other side came to us and was turned away. */
    INCOMING,
    /** We went to the other side, and one of the two does not accept the other. */
    OUTGOING
  }

  public RefusedPeer {
    Objects.requireNonNull(side, "side");
    Objects.requireNonNull(peer, "peer");
    Objects.requireNonNull(reason, "reason");
  }

  /** One sentence for the log and for whoever watches. */
  public String text() {
    String who =
        side == Side.INCOMING
            ? "refused a peer that came to this node's port: "
            : "no TLS connection to " + peer + ": ";
    return who + reason + (unreported == 0 ? "" : " (" + unreported + " more since the last time)");
  }
}
