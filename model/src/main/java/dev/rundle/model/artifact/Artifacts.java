package dev.rundle.model.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Reads and writes artifacts: JSON files with a {@code schema} that names their kind and version.
 *
 * <p>Reading never guesses: whatever is missing, truncated, foreign, newer or out of range is a
 * {@link BadInput} that names the file and what to do. Writing never leaves half a file and never
 * replaces one unasked.
 */
public final class Artifacts {
  /** Largest file read; a ladder of 500 rungs with histograms is about 15 MB. */
  public static final long LARGEST_BYTES = 32L << 20;

  private Artifacts() {}

  /** Reads a measured ladder. */
  public static QmaxArtifact readQmax(Path file) {
    QmaxArtifact qmax = read(file, QmaxArtifact.SCHEMA, QmaxArtifact.class);
    ArtifactChecks.require(file, qmax);
    return qmax;
  }

  /** Reads a measured scale-out. */
  public static TtotalArtifact readTtotal(Path file) {
    TtotalArtifact ttotal = read(file, TtotalArtifact.SCHEMA, TtotalArtifact.class);
    ArtifactChecks.require(file, ttotal);
    return ttotal;
  }

  /**
   * Reads an artifact of any kind.
   *
   * @param schema the schema it must have, e.g. {@code rundle/plan/1}
   * @throws BadInput if the file is missing, empty, too large, no JSON, of another schema, or holds
   *     values that cannot be
   */
  public static <T> T read(Path file, String schema, Class<T> type) {
    JsonNode tree = parse(file, bytes(file, remedy(schema)), remedy(schema));
    requireSchema(file, tree, schema);
    ArtifactChecks.requireNumbers(file, tree, remedy(schema));
    LaterFields.complete(tree);
    try {
      T artifact = ArtifactJson.mapper().treeToValue(tree, type);
      ArtifactChecks.requireNumbers(
          file, ArtifactJson.mapper().valueToTree(artifact), remedy(schema));
      return artifact;
    } catch (JsonMappingException e) {
      throw new BadInput(file + ": " + describe(e), "", remedy(schema), e);
    } catch (JsonProcessingException e) {
      throw new BadInput(file + ": " + e.getOriginalMessage(), "", remedy(schema), e);
    }
  }

  /**
   * Writes an artifact: to a temporary file beside the target, forced to disk, then moved.
   *
   * @param overwrite replace an existing file
   * @throws Refused if the file exists and {@code overwrite} is false
   * @throws BadInput if the folder cannot be written
   */
  public static void write(Path file, Object artifact, boolean overwrite) {
    String json = ArtifactJson.write(artifact);
    requireReadable(json, artifact);
    writeText(file, json, overwrite);
  }

  /** Writes any text with the same care as {@link #write}. */
  public static void writeText(Path file, String text, boolean overwrite) {
    if (!overwrite && Files.exists(file)) {
      throw exists(file);
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new BadInput(
          file + " is not a file",
          "a folder, a device or a pipe is never replaced",
          "name a file, new or old");
    }
    Path target = file.toAbsolutePath();
    try {
      Files.createDirectories(target.getParent());
      // Not createTempFile: that one makes files which only their owner may read.
      Path temporary =
          target.resolveSibling("." + target.getFileName() + "." + System.nanoTime() + ".tmp");
      try {
        writeForced(temporary, text);
        publish(temporary, target, overwrite);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new BadInput(
          file + " cannot be written: " + reason(e), "", "choose a folder that can be written", e);
    }
  }

  private static void writeForced(Path temporary, String text) throws IOException {
    try (var channel =
        FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void publish(Path temporary, Path target, boolean overwrite) throws IOException {
    if (overwrite) {
      try {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
      }
      return;
    }
    try {
      // A hard link fails if somebody else has created the file meanwhile; a move would replace it.
      Files.createLink(target, temporary);
    } catch (java.nio.file.FileAlreadyExistsException e) {
      throw exists(target);
    } catch (UnsupportedOperationException | IOException e) {
      Files.move(temporary, target);
    }
  }

  private static Refused exists(Path file) {
    return new Refused(
        file + " exists",
        "a measurement is never overwritten silently",
        "choose another name, or say --force to replace it");
  }

  private static byte[] bytes(Path file, String remedy) {
    try {
      if (Files.isDirectory(file)) {
        throw new BadInput(file + " is a folder", "", "name the artifact's file");
      }
      long size = Files.size(file);
      if (size > LARGEST_BYTES) {
        throw new BadInput(
            file + " has " + size + " bytes",
            "no artifact is larger than " + LARGEST_BYTES,
            remedy);
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new BadInput(file + " does not exist", "", remedy, e);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read: " + reason(e), "", "check its permissions", e);
    }
  }

  private static JsonNode parse(Path file, byte[] bytes, String remedy) {
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    if (text.isEmpty()) {
      throw new BadInput(file + " is empty", "", remedy);
    }
    try {
      return ArtifactJson.mapper().readTree(bytes);
    } catch (JsonProcessingException e) {
      if (e instanceof JsonEOFException || (text.startsWith("{") && !text.endsWith("}"))) {
        throw new BadInput(
            file + " is truncated: it ends in line " + text.lines().count(), "", remedy, e);
      }
      throw new BadInput(
          file + " is not JSON" + at(e) + ": " + firstLine(e.getOriginalMessage()), "", remedy, e);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read: " + reason(e), "", remedy, e);
    }
  }

  private static void requireSchema(Path file, JsonNode tree, String wanted) {
    JsonNode found = tree.path("schema");
    if (found.isTextual() && found.textValue().equals(wanted)) {
      return;
    }
    if (!found.isTextual()) {
      Optional<String> foreign = foreignFormat(tree);
      throw new BadInput(
          file
              + (foreign.isPresent() ? " is " + foreign.get() : " names no schema")
              + ", not "
              + wanted,
          foreign.isPresent() ? "its fields mean other things than ours" : "",
          remedy(wanted));
    }
    String kind = kind(wanted);
    if (found.textValue().startsWith(kind)) {
      throw new BadInput(
          file + " has schema " + found.textValue() + ", this version reads " + wanted,
          "it was written by another version of Rundle",
          "use that version, or measure again");
    }
    throw new BadInput(
        file + " has schema " + found.textValue() + ", expected " + wanted,
        "it is an artifact of another kind",
        remedy(wanted));
  }

  /** Names the published format of the predecessor tool chain, which looks much like ours. */
  private static Optional<String> foreignFormat(JsonNode tree) {
    if (tree.has("q_max") && tree.has("steps")) {
      return Optional.of("a ladder in the foreign format of another tool chain (q_max, steps)");
    }
    if (tree.has("t_total_s")) {
      return Optional.of("a scale-out in the foreign format of another tool chain (t_total_s)");
    }
    if (tree.has("plan") || tree.has("q_max")) {
      return Optional.of("a file in the foreign format of another tool chain");
    }
    return Optional.empty();
  }

  private static String kind(String schema) {
    return schema.substring(0, schema.lastIndexOf('/') + 1);
  }

  private static String remedy(String schema) {
    String[] parts = schema.split("/");
    String command = parts.length == 3 ? parts[1] : schema;
    return "give a file that rundle " + command + " has written";
  }

  /** An artifact that could not be read again must not be published. */
  private static void requireReadable(String json, Object artifact) {
    try {
      JsonNode tree = ArtifactJson.mapper().readTree(json);
      LaterFields.complete(tree);
      Object again = ArtifactJson.mapper().treeToValue(tree, artifact.getClass());
      ArtifactChecks.requireNumbers(
          Path.of("(to be written)"), ArtifactJson.mapper().valueToTree(again), "");
    } catch (JsonProcessingException | BadInput e) {
      throw new IllegalArgumentException(
          "this "
              + artifact.getClass().getSimpleName()
              + " cannot be read again: "
              + e.getMessage(),
          e);
    }
  }

  private static String describe(JsonMappingException e) {
    var path = new StringBuilder();
    for (JsonMappingException.Reference reference : e.getPath()) {
      path.append(
          reference.getFieldName() == null
              ? "[" + reference.getIndex() + "]"
              : (path.length() == 0 ? "" : ".") + reference.getFieldName());
    }
    if (e instanceof UnrecognizedPropertyException) {
      return "unknown field " + path;
    }
    String message = firstLine(e.getOriginalMessage());
    if (message.startsWith("Missing creator property")) {
      return path + " is missing";
    }
    return path.length() == 0 ? message : path + ": " + message;
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
  }

  private static String firstLine(String text) {
    return text == null ? "" : text.lines().findFirst().orElse("");
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.AccessDeniedException
        ? "permission denied"
        : e.getClass().getSimpleName() + " " + e.getMessage();
  }
}
