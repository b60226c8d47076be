package dev.rundle.cli.demo;

import dev.rundle.cli.config.WorkFolder;
import dev.rundle.cli.process.Surroundings;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The new folder of one demo, in which its commands run. */
record DemoFolder(Path path) {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  static DemoFolder create(Surroundings surroundings) {
    LocalDateTime now =
        LocalDateTime.ofInstant(surroundings.clock().instant(), ZoneId.systemDefault());
    Path path = surroundings.directory().resolve("rundle-demo-" + STAMP.format(now));
    WorkFolder.create(path);
    return new DemoFolder(path);
  }

  Path configuration() {
    return path.resolve("rundle.yaml");
  }

  Path work() {
    return path.resolve("rundle-work");
  }
}
