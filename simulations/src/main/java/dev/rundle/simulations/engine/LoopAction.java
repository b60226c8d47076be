package dev.rundle.simulations.engine;

import com.typesafe.scalalogging.Logger;
import com.typesafe.scalalogging.StrictLogging;
import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.OK$;
import io.gatling.commons.stats.Status;
import io.gatling.core.action.Action;
import io.gatling.core.session.GroupBlock;
import io.gatling.core.session.Session;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.structure.ScenarioContext;
import java.util.concurrent.atomic.AtomicBoolean;
import scala.Option;
import scala.collection.immutable.List;
import scala.jdk.javaapi.CollectionConverters;

/**
 * One turn of a {@link UserLoop} as a Gatling action. A plain {@code Action}: Gatling's own chain
 * actions end the JVM when they meet a fatal error.
 */
final class LoopAction implements Action {
  private static final String NAME = "turn";

  private final UserLoop loop;
  private final Action next;
  private final StatsEngine stats;
  private Logger logger;

  private LoopAction(UserLoop loop, ScenarioContext context, Action next) {
    this.loop = loop;
    this.next = next;
    this.stats = context.coreComponents().statsEngine();
    StrictLogging.$init$(this);
  }

  /** For the Java DSL. */
  static io.gatling.javaapi.core.ActionBuilder builder(UserLoop loop) {
    return () ->
        new io.gatling.core.action.builder.ActionBuilder() {
          @Override
          public Action build(ScenarioContext context, Action next) {
            return new LoopAction(loop, context, next);
          }
        };
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String toString() {
    return NAME;
  }

  @Override
  public void execute(Session session) {
    var turn = new Turn(session);
    try {
      loop.turn(turn);
    } catch (Throwable failure) {
      // Whatever it is, the user must go on: a user that is lost here would hang the whole run.
      logger.underlying().error("A virtual user's turn failed", failure);
      turn.next();
    }
  }

  @Override
  public Logger logger() {
    return logger;
  }

  /** What the Scala compiler would generate for the trait's field. */
  @Override
  public void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger newLogger) {
    logger = newLogger;
  }

  private final class Turn implements VirtualUser {
    private final Session session;
    private final AtomicBoolean ended = new AtomicBoolean();

    Turn(Session session) {
      this.session = session;
    }

    @Override
    public void execute(Runnable task) {
      session
          .eventLoop()
          .execute(
              () -> {
                try {
                  task.run();
                } catch (Throwable failure) {
                  logger.underlying().error("A virtual user's turn failed", failure);
                  next();
                }
              });
    }

    @Override
    public void log(
        String group,
        String request,
        long startMillis,
        long endMillis,
        int groupMillis,
        String failure) {
      List<String> groups = CollectionConverters.asScala(java.util.List.of(group)).toList();
      Status status = failure == null ? OK$.MODULE$ : KO$.MODULE$;
      stats.logResponse(
          session.scenario(),
          groups,
          request,
          startMillis,
          endMillis,
          status,
          Option.empty(),
          Option.apply(failure));
      stats.logGroupEnd(
          session.scenario(),
          new GroupBlock(groups, startMillis, groupMillis, status),
          startMillis + groupMillis);
    }

    @Override
    public void next() {
      if (ended.compareAndSet(false, true)) {
        next.$bang(session);
      }
    }
  }
}
