package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Agents on their way in: asked who they are, admitted or refused, and then their clocks looked at.
 */
final class Introductions {
  /** How long an agent may take to say who it is, and then to answer its first pings. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration ASK_AGAIN_AFTER = Duration.ofMinutes(1);

  private final Admission admission;
  private final Timing timing;
  private final CompanyListener listener;
  private final Set<Link> asked = new HashSet<>();
  private final Map<String, Timing.Deadline> arriving = new HashMap<>();
  private final Map<Agent, Timing.Deadline> unheard = new LinkedHashMap<>();

  Introductions(Admission admission, Timing timing, CompanyListener listener) {
    this.admission = admission;
    this.timing = timing;
    this.listener = listener;
  }

  /** An agent is asked who it is. */
  void came(Link link) {
    asked.add(link);
  }

  /** It is not there any more; what it still answers says nothing. */
  void gone(Link link) {
    asked.remove(link);
    unheard.keySet().removeIf(agent -> agent.link().equals(link));
  }

  /**
   * It has said who it is.
   *
   * @return empty if it is refused, or gone
   */
  Optional<Agent> introduced(Link link, String address, AgentEvent.Introduced introduced) {
    if (!asked.contains(link)) {
      return Optional.empty();
    }
    Optional<String> obstacle = admission.obstacle(introduced.capabilities());
    if (obstacle.isPresent()) {
      refuse(link, address, obstacle.get());
      return Optional.empty();
    }
    return Optional.of(new Agent(link, address, introduced.instance(), introduced.capabilities()));
  }

  /** It has not said so in time. */
  void unanswered(Link link, String address) {
    if (asked.contains(link)) {
      refuse(
          link,
          address,
          "it did not say who it is within %d s: perhaps it is another version"
              .formatted(PATIENCE.toSeconds()));
    }
  }

  /** It is admitted, and its clock is looked at. */
  void arrives(Agent agent) {
    arriving.put(agent.instance(), timing.deadlineIn(PATIENCE));
  }

  /** True as long as its clock is not known well enough. */
  boolean isArriving(Agent agent) {
    return arriving.containsKey(agent.instance());
  }

  void arrived(Agent agent) {
    arriving.remove(agent.instance());
  }

  /** Those whose clocks should be known by now. */
  List<Agent> overdue(Collection<Agent> admitted) {
    return admitted.stream()
        .filter(this::isArriving)
        .filter(agent -> arriving.get(agent.instance()).isOver())
        .toList();
  }

  /** One of these; it is to be asked again later, its host being there all the time. */
  void unheard(Agent agent) {
    unheard.put(agent, timing.deadlineIn(ASK_AGAIN_AFTER));
    refuse(
        agent.link(),
        agent.address(),
        "it did not answer pings for %d s".formatted(PATIENCE.toSeconds()));
  }

  /** Those that are to be asked once more who they are, each of them once. */
  List<Agent> toBeAskedAgain() {
    List<Agent> due =
        unheard.entrySet().stream()
            .filter(entry -> entry.getValue().isOver())
            .map(Map.Entry::getKey)
            .toList();
    due.forEach(unheard::remove);
    return due;
  }

  private void refuse(Link link, String address, String reason) {
    link.tell(new AgentCommand.Refuse(reason));
    listener.refused(address, reason);
  }
}
