package dev.rundle.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProductVersionTest {
  @Test
  void isTheBuildsOwn() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));

    assertThat(ProductVersion.current()).doesNotContain("$").isNotBlank();
    assertThat(pom).contains("<version>" + ProductVersion.current() + "</version>");
  }
}
