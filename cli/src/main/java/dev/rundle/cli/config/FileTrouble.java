package dev.rundle.cli.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in words why a file cannot be read or written. */
public final class FileTrouble {
  private FileTrouble() {}

  /** The reason, as part of a sentence; never a type's name and never a temporary file's. */
  public static String why(Throwable thrown) {
    Throwable e = thrown instanceof UncheckedIOException ? thrown.getCause() : thrown;
    if (e instanceof CharacterCodingException) {
      return "it is not UTF-8 text";
    }
    if (e instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return "permission is denied";
    }
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is a file, not a folder";
    }
    String said =
        e instanceof FileSystemException system
            ? system.getReason()
            : e instanceof IOException ? e.getMessage() : null;
    return said == null || said.isBlank() ? "the file system does not allow it" : said;
  }
}
