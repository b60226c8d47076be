package dev.rundle.cli.docker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** compose.yaml and the Dockerfile beside it, as far as they say what runs where and how. */
final class ComposeFile {
  private final Path folder;
  private final Map<String, Map<String, Object>> services = new LinkedHashMap<>();
  private final Map<String, List<String>> stages = new HashMap<>();

  private ComposeFile(Path folder) {
    this.folder = folder;
  }

  static ComposeFile read(Path folder) {
    var file = new ComposeFile(folder);
    try {
      Map<String, Object> all =
          new Yaml(new SafeConstructor(new LoaderOptions()))
              .load(Files.readString(folder.resolve("compose.yaml")));
      map(all.get("services")).forEach((name, service) -> file.services.put(name, map(service)));
      file.readStages();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Instructions by stage, continued lines joined. */
  private void readStages() throws IOException {
    String text =
        Files.readString(folder.resolve("Dockerfile"))
            .replaceAll("(?m)^#.*\\n", "")
            .replaceAll("\\\\\\n\\s*", "");
    String stage = "";
    for (String line : text.lines().toList()) {
      Matcher from = Pattern.compile("FROM (\\S+) AS (\\S+)").matcher(line);
      if (from.matches()) {
        stage = from.group(2);
        stages.put(stage, new ArrayList<>(stages.getOrDefault(from.group(1), List.of())));
      } else if (!line.isBlank()) {
        stages.get(stage).add(line);
      }
    }
  }

  /**
   * A mounted folder or file.
   *
   * @param source a volume's name, or a path that begins with a dot
   */
  record Mount(String source, String target) {}

  List<String> command(String service) {
    Object command = services.get(service).get("command");
    return command == null ? exec(instruction(service, "CMD")) : strings(command);
  }

  /** The image's variables and the service's own. */
  Map<String, String> environment(String service) {
    Map<String, String> variables = new HashMap<>();
    for (String line : stages.get(stage(service))) {
      if (line.startsWith("ENV ")) {
        String[] pair = line.substring(4).split("=", 2);
        variables.put(pair[0], pair[1]);
      }
    }
    map(services.get(service).getOrDefault("environment", Map.of()))
        .forEach((name, value) -> variables.put(name, String.valueOf(value)));
    return variables;
  }

  List<Mount> mounts(String service) {
    return strings(services.get(service).getOrDefault("volumes", List.of())).stream()
        .map(text -> text.split(":"))
        .map(parts -> new Mount(parts[0], parts[1]))
        .toList();
  }

  int replicas(String service) {
    Object deploy = services.get(service).getOrDefault("deploy", Map.of());
    return (int) map(deploy).getOrDefault("replicas", 1);
  }

  /** The service's program: the name of a file in the image, one of those beside the Dockerfile. */
  String entryPoint(String service) {
    Object own = services.get(service).get("entrypoint");
    return own == null ? exec(instruction(service, "ENTRYPOINT")).get(0) : strings(own).get(0);
  }

  /** The words of the image's health check. */
  List<String> healthCheck(String service) {
    return exec(instruction(service, "HEALTHCHECK").replaceFirst(".*\\bCMD\\s+", ""));
  }

  /** The last one counts, as it does for Docker. */
  private String instruction(String service, String name) {
    return stages.get(stage(service)).stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private String stage(String service) {
    return (String) map(services.get(service).get("build")).get("target");
  }

  private static List<String> exec(String json) {
    return strings(new Yaml(new SafeConstructor(new LoaderOptions())).load(json));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object node) {
    return (Map<String, Object>) node;
  }

  private static List<String> strings(Object node) {
    return ((List<?>) node).stream().map(String::valueOf).toList();
  }
}
