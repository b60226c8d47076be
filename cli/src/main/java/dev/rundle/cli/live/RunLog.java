package dev.rundle.cli.live;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the libraries' and our own log to {@code rundle.log} in the work folder. */
public final class RunLog {
  private static final String NAME = "rundle-log";

  private RunLog() {}

  /**
   * Opens the log, in place of the one opened before.
   *
   * @param detailed more than warnings of the libraries
   */
  public static void open(Path work, boolean detailed) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      return; // some other logging library was put on the class path; it logs as it was told
    }
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAppender(NAME);
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(
        "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level [%thread] %logger{30} %msg%n");
    encoder.start();
    var file = new FileAppender<ILoggingEvent>();
    file.setContext(context);
    file.setName(NAME);
    file.setFile(work.resolve("rundle.log").toString());
    file.setEncoder(encoder);
    file.start();
    root.addAppender(file);
    root.setLevel(detailed ? Level.DEBUG : Level.WARN);
    context.getLogger("dev.rundle").setLevel(detailed ? Level.DEBUG : Level.INFO);
  }
}
