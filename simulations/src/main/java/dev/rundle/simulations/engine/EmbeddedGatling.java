package dev.rundle.simulations.engine;

import io.gatling.app.RunResult;
import io.gatling.app.RunResultProcessor;
import io.gatling.commons.util.GatlingVersion;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.netty.util.Transports;
import io.netty.channel.EventLoopGroup;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import scala.Console;
import scala.Option;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gatling inside this JVM: without {@code System.exit}, without stopping the host's logging,
 * without usage statistics or a look for newer versions, silent on standard output, with the file
 * writer alone. Runs may follow one another and overlap.
 */
public final class EmbeddedGatling {
  /** Name of the log in a run's folder. */
  public static final String LOG_FILE = "simulation.log";

  private static final boolean NATIVE_TRANSPORT = false;
  private static final boolean IO_URING = false;
  private static final long SHUTDOWN_MILLIS = 1_000;

  static {
    VersionCheck.disable();
  }

  private EmbeddedGatling() {}

  /** Version of the Gatling in use, as it stands in its logs. */
  public static String version() {
    return GatlingVersion.ThisVersion().fullVersion();
  }

  /**
   * Runs looping users until their loop does not go on; blocks as long.
   *
   * @param name of the simulation, as the report shows it
   * @param users number of users, all started at once
   * @param resultsFolder the run makes a folder of its own below it
   * @param whenLogIsKnown told where the log will grow, before the first user starts
   * @return Gatling's binary log
   * @throws RuntimeException if Gatling could not run
   */
  public static Path run(
      String name, int users, Path resultsFolder, UserLoop loop, Consumer<Path> whenLogIsKnown) {
    GatlingConfiguration configuration = configuration(Map.of());
    GatlingArgs args =
        args(Option.apply(LoopSimulation.class.getName()), true, null, resultsFolder);
    var actors = new ActorSystem();
    EventLoopGroup eventLoops =
        Transports.newEventLoopGroup(
            NATIVE_TRANSPORT,
            IO_URING,
            Runtime.getRuntime().availableProcessors(),
            "gatling-" + name);
    try {
      var runner = new QuietRunner(actors, eventLoops, args, configuration, name, resultsFolder);
      runner.use(
          () -> new LoopSimulation(name, users, loop),
          runId -> whenLogIsKnown.accept(log(resultsFolder, runId)));
      RunResult result = silently(runner::run);
      return log(resultsFolder, result.runId());
    } finally {
      actors.close();
      eventLoops.shutdownGracefully(0, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Makes Gatling's HTML report beside a log.
   *
   * @param runFolder holds the log under the name {@link #LOG_FILE}; the report goes there too
   * @param fastMillis requests up to this are counted as fast by the report's indicators
   * @param slowMillis requests above this are counted as slow by the report's indicators
   * @return the report's first page
   * @throws RuntimeException if the log cannot be read or holds no request
   */
  public static Path report(Path runFolder, int fastMillis, int slowMillis) {
    GatlingConfiguration configuration =
        configuration(
            Map.of(
                "gatling.charting.indicators.lowerBound", fastMillis,
                "gatling.charting.indicators.higherBound", slowMillis));
    String runId = runFolder.getFileName().toString();
    GatlingArgs args = args(Option.empty(), false, runId, runFolder.toAbsolutePath().getParent());
    silently(
        () ->
            new RunResultProcessor(args, configuration)
                .processRunResult(new RunResult(runId, false)));
    return runFolder.resolve("index.html");
  }

  private static Path log(Path resultsFolder, String runId) {
    return resultsFolder.resolve(runId).resolve(LOG_FILE);
  }

  private static GatlingArgs args(
      Option<String> simulation, boolean noReports, String reportsOnly, Path resultsFolder) {
    return GatlingArgs.apply(
        simulation,
        Option.empty(),
        noReports,
        Option.apply(reportsOnly),
        Option.apply(resultsFolder),
        Option.empty(),
        Option.empty());
  }

  /** Gatling's defaults and these; files named gatling.conf on the class path are left alone. */
  private static GatlingConfiguration configuration(Map<String, Object> more) {
    var settings = new LinkedHashMap<String, Object>(more);
    settings.put("gatling.data.writers", List.of("file"));
    settings.put("gatling.data.enableAnalytics", false);
    List<Tuple2<String, ?>> pairs =
        settings.entrySet().stream()
            .<Tuple2<String, ?>>map(e -> new Tuple2<>(e.getKey(), e.getValue()))
            .toList();
    return GatlingConfiguration.loadForTest(CollectionConverters.asScala(pairs).toList());
  }

  /** Gatling tells its progress on standard output, which belongs to the command's own result. */
  private static <T> T silently(Supplier<T> work) {
    return Console.withOut(OutputStream.nullOutputStream(), work::get);
  }
}
