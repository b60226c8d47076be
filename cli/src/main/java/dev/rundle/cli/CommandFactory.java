package dev.rundle.cli;

import dev.rundle.cli.process.CommandLines;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands, handing them what they run in: whatever of it their constructor asks for. */
final class CommandFactory implements IFactory {
  private final IFactory otherwise = CommandLine.defaultFactory();
  private final Map<Class<?>, Object> known;

  CommandFactory(Surroundings surroundings, Interrupts interrupts) {
    CommandLines lines =
        (around, signals, arguments) -> CommandLineRunner.run(arguments, around, signals);
    this.known =
        Map.of(
            Surroundings.class, surroundings,
            Interrupts.class, interrupts,
            CommandLines.class, lines);
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getConstructors()) {
      Class<?>[] wanted = constructor.getParameterTypes();
      if (wanted.length > 0 && known.keySet().containsAll(Arrays.asList(wanted))) {
        return type.cast(constructor.newInstance(Arrays.stream(wanted).map(known::get).toArray()));
      }
    }
    return otherwise.create(type);
  }
}
