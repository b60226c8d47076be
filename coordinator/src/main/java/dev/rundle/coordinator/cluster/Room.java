package dev.rundle.coordinator.cluster;

import java.util.List;
import java.util.Optional;

/** Whether agents have room for a concurrency: every request in flight needs a connection. */
final class Room {
  private static final int MOST_NAMED = 10;

  private Room() {}

  /**
   * What is missing.
   *
   * @return empty if the agents have room, else a sentence that names them with their limits
   */
  static Optional<String> lack(int concurrency, List<Crew.Hand> hands) {
    long room = hands.stream().mapToLong(Crew.Hand::room).sum();
    if (room >= concurrency) {
      return Optional.empty();
    }
    String each = String.join(", ", hands.stream().limit(MOST_NAMED).map(Room::described).toList());
    return Optional.of(
        "%s for %,d requests at once, not for %,d: %s%s"
            .formatted(
                hands.size() == 1 ? "the only agent has room" : hands.size() + " agents have room",
                room,
                concurrency,
                each,
                hands.size() > MOST_NAMED
                    ? " and %d more".formatted(hands.size() - MOST_NAMED)
                    : ""));
  }

  /** What to raise where room is missing. */
  static String advice(List<Crew.Hand> hands) {
    boolean files =
        hands.stream()
            .anyMatch(
                hand ->
                    hand.agent().capabilities().freeFileDescriptors()
                        <= hand.agent().capabilities().ephemeralPorts());
    return files
        ? "raise the limit of open files on those hosts (ulimit -n), or start more agents"
        : "widen net.ipv4.ip_local_port_range on those hosts, or start more agents";
  }

  private static String described(Crew.Hand hand) {
    return "%s at %s %,d (%s, %s)"
        .formatted(
            hand.name(),
            hand.agent().address(),
            hand.room(),
            limit(hand.agent().capabilities().freeFileDescriptors(), Long.MAX_VALUE, "open files"),
            limit(hand.agent().capabilities().ephemeralPorts(), Integer.MAX_VALUE, "local ports"));
  }

  private static String limit(long most, long unlimited, String what) {
    return most == unlimited ? "any number of " + what : "%,d %s".formatted(most, what);
  }
}
