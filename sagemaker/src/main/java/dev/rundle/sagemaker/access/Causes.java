package dev.rundle.sagemaker.access;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Looks into chains of causes. */
public final class Causes {
  private static final int DEEPEST = 20;

  private Causes() {}

  /** The first throwable of that type in the chain, the outermost first. */
  public static <T extends Throwable> Optional<T> find(Throwable thrown, Class<T> type) {
    Throwable t = thrown;
    for (int i = 0; t != null && i < DEEPEST; i++, t = t.getCause()) {
      if (type.isInstance(t)) {
        return Optional.of(type.cast(t));
      }
    }
    return Optional.empty();
  }

  /** True if a message in the chain contains the text, whatever its case. */
  public static boolean mentions(Throwable thrown, String text) {
    Throwable t = thrown;
    for (int i = 0; t != null && i < DEEPEST; i++, t = t.getCause()) {
      if (t.getMessage() != null && t.getMessage().toLowerCase().contains(text.toLowerCase())) {
        return true;
      }
    }
    return false;
  }

  /** The throwable inside the wrappers of a future. */
  public static Throwable unwrap(Throwable thrown) {
    Throwable t = thrown;
    while ((t instanceof CompletionException || t instanceof ExecutionException)
        && t.getCause() != null) {
      t = t.getCause();
    }
    return t;
  }

  /** The end of the chain of causes. */
  public static Throwable innermost(Throwable thrown) {
    Throwable t = thrown;
    for (int i = 0; t.getCause() != null && i < DEEPEST; i++) {
      t = t.getCause();
    }
    return t;
  }

  /** First line of the message, or the type's name. */
  public static String firstLine(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null || message.isBlank()
        ? thrown.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElseThrow();
  }
}
