package dev.rundle.simulations.engine;

import io.gatling.core.actor.Cancellable;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.writer.DataWriter;
import io.gatling.core.stats.writer.DataWriterMessage;
import io.gatling.core.stats.writer.FileData;
import io.gatling.core.stats.writer.LogFileDataWriter;
import io.gatling.core.stats.writer.RunMessage;
import io.gatling.core.stats.writer.ShortScenarioDescription;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import scala.Option;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/**
 * Gatling's writer of the log, flushed once a second. By itself it writes whenever 8 KiB are full:
 * the last 170 calls of a rung would stay in memory until the next rung is measured, and be lost
 * with an agent that dies in between, although their rung was good.
 */
final class FlushingLogWriter extends DataWriter<FileData> {
  private static final String NAME = "flushing-log-writer";
  private static final long EVERY_SECONDS = 1;

  private final LogFileDataWriter writer;
  private Cancellable flushing;

  private FlushingLogWriter(LogFileDataWriter writer) {
    super(NAME);
    this.writer = writer;
  }

  static FlushingLogWriter create(
      String scenario, SimulationParams params, RunMessage run, Path resultsFolder) {
    var scenarios = List.of(new ShortScenarioDescription(scenario, Option.empty()));
    return new FlushingLogWriter(
        LogFileDataWriter.apply(
            run,
            CollectionConverters.asScala(scenarios).toList(),
            params.assertions(),
            resultsFolder));
  }

  @Override
  public FileData onInit() {
    FileData data = writer.onInit();
    flushing =
        scheduler()
            .scheduleAtFixedRate(
                new FiniteDuration(EVERY_SECONDS, TimeUnit.SECONDS),
                () -> {
                  self().$bang(DataWriterMessage.Flush$.MODULE$);
                  return BoxedUnit.UNIT;
                });
    return data;
  }

  @Override
  public void onMessage(DataWriterMessage.LoadEvent event, FileData data) {
    writer.onMessage(event, data);
  }

  @Override
  public void onFlush(FileData data) {
    data.writer().flush();
  }

  @Override
  public void onCrash(String cause, FileData data) {
    writer.onCrash(cause, data);
  }

  @Override
  public void onStop(FileData data) {
    flushing.cancel();
    writer.onStop(data);
  }
}
