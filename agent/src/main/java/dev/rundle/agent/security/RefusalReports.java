package dev.rundle.agent.security;

import dev.rundle.agent.security.RefusedPeer.Side;
import dev.rundle.model.time.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a peer that knocks every second from filling log and screen: of each kind of refusal one
 * report a minute, which counts those that it stands for. Remembers the latest 100 kinds only, for
 * part of a reason may be the peer's own words.
 */
final class RefusalReports {
  private static final long EVERY_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int KINDS = 100;

  private final Ticker ticker;
  private final Map<Kind, Count> counts =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Kind, Count> eldest) {
          return size() > KINDS;
        }
      };

  private record Kind(Side side, String peer, String reason) {}

  private record Count(long reportedAtNanos, long unreported) {}

  RefusalReports(Ticker ticker) {
    this.ticker = ticker;
  }

  /** What to report now, if anything. */
  synchronized Optional<RefusedPeer> onRefused(Side side, String peer, String reason) {
    Kind kind = new Kind(side, peer, reason);
    long now = ticker.nanos();
    Count last = counts.get(kind);
    if (last != null && now - last.reportedAtNanos() < EVERY_NANOS) {
      counts.put(kind, new Count(last.reportedAtNanos(), last.unreported() + 1));
      return Optional.empty();
    }
    counts.put(kind, new Count(now, 0));
    return Optional.of(new RefusedPeer(side, peer, reason, last == null ? 0 : last.unreported()));
  }
}
