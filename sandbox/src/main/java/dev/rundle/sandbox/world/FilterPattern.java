package dev.rundle.sandbox.world;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CloudWatch Logs' unstructured filter patterns: terms, phrases, -excluded and ?optional ones. */
final class FilterPattern {
  private static final Pattern TERM =
      Pattern.compile("([?-]?)(?:\"((?:[^\"\\\\]|\\\\.)*)\"|(\\S+))");

  private FilterPattern() {}

  /**
   * @throws WorldError InvalidParameterException for JSON, space-delimited and regex patterns
   */
  static Predicate<String> parse(String pattern) {
    String text = pattern.strip();
    if (text.startsWith("{") || text.startsWith("[") || text.startsWith("%")) {
      throw WorldError.invalidParameter("Invalid filter pattern: only terms are supported here");
    }
    List<String> all = new ArrayList<>();
    List<String> none = new ArrayList<>();
    List<String> any = new ArrayList<>();
    Matcher terms = TERM.matcher(text);
    while (terms.find()) {
      String term =
          terms.group(2) != null ? terms.group(2).replaceAll("\\\\(.)", "$1") : terms.group(3);
      switch (terms.group(1)) {
        case "-" -> none.add(term);
        case "?" -> any.add(term);
        default -> all.add(term);
      }
    }
    return message ->
        all.stream().allMatch(message::contains)
            && none.stream().noneMatch(message::contains)
            // Beside terms that must occur, optional ones decide nothing.
            && (any.isEmpty() || !all.isEmpty() || any.stream().anyMatch(message::contains));
  }
}
