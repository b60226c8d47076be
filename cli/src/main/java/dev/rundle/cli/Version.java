package dev.rundle.cli;

import dev.rundle.model.ProductVersion;
import picocli.CommandLine.IVersionProvider;

/** The version for {@code --version}. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"rundle " + ProductVersion.current()};
  }
}
