package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;

/** The agents of a run under the names that it gave them, in the order of joining. */
final class Crew {
  private final Map<String, ActorRef<AgentCommand>> byName = new LinkedHashMap<>();
  private int named;

  /** Takes an agent in and names it. */
  String add(ActorRef<AgentCommand> agent) {
    named++;
    String name = "agent-" + named;
    byName.put(name, agent);
    return name;
  }

  /** Drops an agent; its name is not given again. */
  Optional<String> remove(ActorRef<AgentCommand> agent) {
    Optional<String> name =
        byName.entrySet().stream()
            .filter(entry -> entry.getValue().equals(agent))
            .map(Map.Entry::getKey)
            .findFirst();
    name.ifPresent(byName::remove);
    return name;
  }

  void remove(String name) {
    byName.remove(name);
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  int size() {
    return byName.size();
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  boolean contains(String name) {
    return byName.containsKey(name);
  }

  /** Tells every agent its own command. */
  void tell(Function<String, AgentCommand> commandFor) {
    byName.forEach((name, agent) -> agent.tell(commandFor.apply(name)));
  }
}
