package dev.rundle.cli.output;

import java.util.regex.Pattern;

/** Colours of words that carry a judgement; plain where the output is not a coloured terminal. */
public final class Style {
  private static final Pattern CODES = Pattern.compile("\u001B\\[[0-9;]*m");

  private final boolean coloured;

  public Style(boolean coloured) {
    this.coloured = coloured;
  }

  public String good(String text) {
    return wrap("32", text);
  }

  public String doubtful(String text) {
    return wrap("33", text);
  }

  public String bad(String text) {
    return wrap("31", text);
  }

  public String strong(String text) {
    return wrap("1", text);
  }

  private String wrap(String code, String text) {
    return coloured ? "\u001B[" + code + "m" + text + "\u001B[0m" : text;
  }

  /** The text without colour codes. */
  static String strip(String text) {
    return CODES.matcher(text).replaceAll("");
  }
}
