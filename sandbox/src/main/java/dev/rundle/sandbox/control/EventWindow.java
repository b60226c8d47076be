package dev.rundle.sandbox.control;

import dev.rundle.sandbox.world.LogEvent;
import java.util.List;
import java.util.Optional;

/**
 * The events of one GetLogEvents call. A token stands for a place between two events, by the id of
 * the one before it (forward) or after it (backward), so it stays good when events are added.
 * Whoever reaches the end gets the same token again, as with the real service.
 */
record EventWindow(List<LogEvent> events, String forwardToken, String backwardToken) {
  private static final String FORWARD = "f/";
  private static final String BACKWARD = "b/";
  private static final String BEGINNING = "";

  /**
   * Cuts the window out of a stream's events.
   *
   * @param fromHead without a token: the oldest events rather than the newest
   */
  static EventWindow of(List<LogEvent> all, Optional<String> token, boolean fromHead, int limit) {
    boolean forward =
        token.map(text -> text.startsWith(FORWARD)).orElse(fromHead || all.size() <= limit);
    int place = token.map(text -> place(all, text)).orElse(forward ? 0 : all.size());
    int from = forward ? place : Math.max(0, place - limit);
    int to = forward ? (int) Math.min(all.size(), (long) place + limit) : place;
    return new EventWindow(
        List.copyOf(all.subList(from, to)),
        FORWARD + (to == 0 ? BEGINNING : all.get(to - 1).id()),
        BACKWARD + (from == all.size() ? BEGINNING : all.get(from).id()));
  }

  private static int place(List<LogEvent> all, String token) {
    if (!token.startsWith(FORWARD) && !token.startsWith(BACKWARD)) {
      throw Complaints.LOGS.invalid("The specified nextToken is invalid.");
    }
    boolean forward = token.startsWith(FORWARD);
    var id = token.substring(FORWARD.length());
    if (id.equals(BEGINNING)) {
      return forward ? 0 : all.size();
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).id().equals(id)) {
        return forward ? i + 1 : i;
      }
    }
    throw Complaints.LOGS.invalid("The specified nextToken is invalid.");
  }
}
