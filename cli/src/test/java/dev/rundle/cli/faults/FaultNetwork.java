package dev.rundle.cli.faults;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hosts that can be cut off from each other: a network namespace for each, joined by a bridge in a
 * namespace of its own. Nothing of it is visible outside. Needs root.
 *
 * <p>The names of the namespaces carry the process that made them, so that what a killed test run
 * left behind is found and removed by the next one.
 */
final class FaultNetwork implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("rundle-(\\d+)-([0-9a-z]+)-[0-9a-z]+-\\w+");
  private static final String SUBNET = "10.77.0.";
  private static final int FIRST_ADDRESS = 11;

  private final String prefix;
  private final String bridge;
  private final Map<String, Host> hosts = new HashMap<>();
  private final Thread hook = new Thread(this::remove, "fault-network");

  /**
   * A host of the network.
   *
   * @param namespace its network namespace
   * @param port its end of the cable at the bridge
   */
  record Host(String name, String namespace, String address, String port) {
    /** A command as it is run on this host. */
    List<String> command(List<String> command) {
      List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
      words.addAll(command);
      return words;
    }
  }

  private FaultNetwork() {
    prefix =
        String.join(
            "-",
            "rundle",
            String.valueOf(ProcessHandle.current().pid()),
            startOf(ProcessHandle.current()),
            Integer.toString(new SecureRandom().nextInt(36 * 36 * 36 * 36), 36));
    bridge = prefix + "-bridge";
  }

  /** Why there can be no such network here; empty if there can. */
  static Optional<String> obstacle() {
    String probe =
        "rundle-%d-%s-probe-x"
            .formatted(ProcessHandle.current().pid(), startOf(ProcessHandle.current()));
    Optional<String> complaint = Shell.complaint("ip", "netns", "add", probe);
    if (complaint.isPresent()) {
      return Optional.of("no network namespace can be made here: " + complaint.get());
    }
    try {
      return Shell.complaint("ip", "-n", probe, "link", "add", "br0", "type", "bridge")
          .or(() -> Shell.complaint("ip", "-n", probe, "link", "add", "a0", "type", "veth"))
          .map(said -> "no virtual network can be made here: " + said);
    } finally {
      Shell.complaint("ip", "netns", "delete", probe);
    }
  }

  /** Makes a network with these hosts. */
  static FaultNetwork of(String... names) {
    removeLeftovers();
    var network = new FaultNetwork();
    Runtime.getRuntime().addShutdownHook(network.hook);
    try {
      network.build(names);
      return network;
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
  }

  private void build(String... names) {
    Shell.run("ip", "netns", "add", bridge);
    Shell.run("ip", "-n", bridge, "link", "add", "br0", "type", "bridge");
    Shell.run("ip", "-n", bridge, "link", "set", "br0", "up");
    for (int i = 0; i < names.length; i++) {
      add(new Host(names[i], prefix + "-" + names[i], SUBNET + (FIRST_ADDRESS + i), "port" + i));
    }
  }

  private void add(Host host) {
    Shell.run("ip", "netns", "add", host.namespace());
    hosts.put(host.name(), host);
    Shell.run(
        ("ip -n %s link add %s type veth peer name eth0 netns %s")
            .formatted(bridge, host.port(), host.namespace())
            .split(" "));
    Shell.run("ip", "-n", bridge, "link", "set", host.port(), "master", "br0", "up");
    Shell.run("ip", "-n", host.namespace(), "link", "set", "lo", "up");
    Shell.run("ip", "-n", host.namespace(), "addr", "add", host.address() + "/24", "dev", "eth0");
    Shell.run("ip", "-n", host.namespace(), "link", "set", "eth0", "up");
  }

  Host host(String name) {
    return hosts.get(name);
  }

  /** Pulls a host's plug. */
  void cut(Host host) {
    Shell.run("ip", "-n", bridge, "link", "set", host.port(), "down");
  }

  /** Puts a host's plug back. */
  void mend(Host host) {
    Shell.run("ip", "-n", bridge, "link", "set", host.port(), "up");
  }

  /** Two hosts lose each other and nobody else. */
  void part(Host one, Host other) {
    Shell.run(blackhole("replace", one, other));
    Shell.run(blackhole("replace", other, one));
  }

  /** Two hosts that were parted find each other again. */
  void join(Host one, Host other) {
    Shell.complaint(blackhole("delete", one, other));
    Shell.complaint(blackhole("delete", other, one));
  }

  private static String[] blackhole(String what, Host from, Host to) {
    return ("ip -n %s route %s blackhole %s/32".formatted(from.namespace(), what, to.address()))
        .split(" ");
  }

  /** All plugs in, all routes open. */
  void mendAll() {
    for (Host host : hosts.values()) {
      mend(host);
      hosts.values().forEach(other -> Shell.complaint(blackhole("delete", host, other)));
    }
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is going down: the hook is running already.
    }
  }

  private synchronized void remove() {
    hosts.values().forEach(host -> delete(host.namespace()));
    hosts.clear();
    delete(bridge);
  }

  /** What runs in a namespace would keep it alive, so that ends first. */
  private static void delete(String namespace) {
    for (String pid : pidsIn(namespace)) {
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
    }
    Shell.complaint("ip", "netns", "delete", namespace);
  }

  private static List<String> pidsIn(String namespace) {
    if (Shell.complaint("ip", "netns", "pids", namespace).isPresent()) {
      return List.of();
    }
    return Shell.run("ip", "netns", "pids", namespace)
        .lines()
        .filter(pid -> !pid.isBlank())
        .toList();
  }

  /** Removes namespaces, and what runs in them, of test runs that are no more. */
  private static void removeLeftovers() {
    for (String line : Shell.run("ip", "netns", "list").lines().toList()) {
      String name = line.split(" ")[0];
      Matcher matcher = NAME.matcher(name);
      if (matcher.matches() && !isAlive(Long.parseLong(matcher.group(1)), matcher.group(2))) {
        delete(name);
      }
    }
  }

  private static boolean isAlive(long pid, String start) {
    return ProcessHandle.of(pid).map(process -> startOf(process).equals(start)).orElse(false);
  }

  /** Tells two processes apart that had the same id one after the other. */
  private static String startOf(ProcessHandle process) {
    return Long.toString(process.info().startInstant().map(Instant::getEpochSecond).orElse(0L), 36);
  }
}
