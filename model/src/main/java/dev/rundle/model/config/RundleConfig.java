package dev.rundle.model.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The configuration file, {@code rundle.yaml}: the models under {@code models}, by name. Keys are
 * snake_case and name their unit. Only {@code endpoint} is required; {@link ModelEntry} lists keys
 * and defaults.
 */
public final class RundleConfig {
  /** Name of the file looked for in the working folder. */
  public static final String FILE_NAME = "rundle.yaml";

  /** Advice where the whole file cannot be used. */
  static final String SMALLEST =
      """
      write at least this (more keys: README, the chain on a real endpoint):
      models:
        my-model:
          endpoint: my-endpoint""";

  private static final long LARGEST_BYTES = 1L << 20;
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String file;
  private final Map<String, ModelConfig> models;

  private RundleConfig(String file, Map<String, ModelConfig> models) {
    this.file = file;
    this.models = Collections.unmodifiableMap(models);
  }

  /** A configuration of these models, in their order. */
  public static RundleConfig of(Collection<ModelConfig> models) {
    var byName = new LinkedHashMap<String, ModelConfig>();
    models.forEach(model -> byName.put(model.name(), model));
    return new RundleConfig(FILE_NAME, byName);
  }

  /**
   * Reads a file.
   *
   * @throws BadInput if it is missing, empty, no YAML, or has a key or value that cannot be used;
   *     names the file, the model and the key
   */
  public static RundleConfig read(Path path) {
    try {
      if (Files.isDirectory(path)) {
        throw new BadInput(path + " is a folder", "", "name the configuration file");
      }
      if (Files.size(path) > LARGEST_BYTES) {
        throw new BadInput(
            path + " has " + Files.size(path) + " bytes",
            "no configuration is larger than " + LARGEST_BYTES,
            "name the configuration file");
      }
      return parse(path.toString(), Files.readString(path, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new BadInput(
          path + " does not exist",
          "it names the models and their endpoints",
          "write one (examples/kokoro-82m/rundle.yaml is a start), or name it with --config",
          e);
    } catch (IOException e) {
      throw new BadInput(
          path + " cannot be read: " + e.getMessage(), "", "check its permissions and encoding", e);
    }
  }

  /** Reads text; {@code file} is what complaints call it. */
  public static RundleConfig parse(String file, String yaml) {
    JsonNode tree = tree(file, yaml);
    if (tree.isMissingNode() || tree.isNull()) {
      throw new BadInput(file + " is empty", "", SMALLEST);
    }
    var root = new ConfigNode(file, "", tree, Set.of("models"));
    var models = new LinkedHashMap<String, ModelConfig>();
    var entries = root.child("models", Set.of());
    entries
        .raw()
        .fieldNames()
        .forEachRemaining(
            name -> models.put(name, ModelEntry.read(name, entries.child(name, ModelEntry.KEYS))));
    if (models.isEmpty()) {
      throw new BadInput(file + " has no models", "", SMALLEST);
    }
    return new RundleConfig(file, models);
  }

  /** All models, in the file's order. */
  public Map<String, ModelConfig> models() {
    return models;
  }

  /**
   * The model of that name.
   *
   * @throws BadInput listing the known names if there is none
   */
  public ModelConfig model(String name) {
    ModelConfig model = models.get(name);
    if (model != null) {
      return model;
    }
    String known = "known models: " + String.join(", ", models.keySet());
    throw new BadInput(
        file + " has no model " + name,
        "",
        ConfigNode.closest(name, models.keySet())
            .map(near -> "did you mean " + near + "? " + known)
            .orElse(known));
  }

  /**
   * The only model of the file.
   *
   * @throws BadInput listing the names if there are several
   */
  public ModelConfig only() {
    if (models.size() > 1) {
      throw new BadInput(
          file + " has " + models.size() + " models",
          "",
          "name one with --model: " + String.join(", ", models.keySet()));
    }
    return models.values().iterator().next();
  }

  /** The same configuration with one model replaced or added. */
  public RundleConfig with(ModelConfig model) {
    var changed = new LinkedHashMap<>(models);
    changed.put(model.name(), model);
    return new RundleConfig(file, changed);
  }

  /** The file's text: every key is written, defaults included; unknown values are left out. */
  public String toYaml() {
    var text = new StringBuilder("models:\n");
    models.values().forEach(model -> text.append(ModelEntry.write(model)));
    return text.toString();
  }

  /** Writes the file with the care of {@link Artifacts#writeText}. Comments are not kept. */
  public void write(Path path, boolean overwrite) {
    Artifacts.writeText(path, toYaml(), overwrite);
  }

  private static JsonNode tree(String file, String yaml) {
    try {
      return MAPPER.readTree(yaml);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new BadInput(
          file
              + " is not YAML"
              + (line > 0 ? " (line " + line + ")" : "")
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse(""),
          "",
          "correct that line",
          e);
    }
  }
}
