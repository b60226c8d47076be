package dev.rundle.cli.config;

import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.config.RundleConfig;
import dev.rundle.model.failure.BadInput;

/** Finds the model that the options mean. */
public final class Models {
  private Models() {}

  /**
   * The named model, or the only one.
   *
   * @throws BadInput if the configuration cannot be used, lacks the model, or holds several and
   *     none was named
   */
  public static ModelConfig choose(ModelOptions options, Surroundings surroundings) {
    RundleConfig config = all(options, surroundings);
    if (options.model().isPresent()) {
      return config.model(options.model().get());
    }
    if (config.models().size() > 1) {
      throw new BadInput(
          options.config() + " holds " + config.models().size() + " models and none was named",
          "",
          "add --model, one of " + String.join(", ", config.models().keySet()));
    }
    return config.models().values().iterator().next();
  }

  /**
   * The whole configuration.
   *
   * @throws BadInput if it cannot be used
   */
  public static RundleConfig all(ModelOptions options, Surroundings surroundings) {
    return RundleConfig.read(surroundings.directory().resolve(options.config()));
  }
}
