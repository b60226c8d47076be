package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The control planes of all services, in all dialects. */
public final class ControlRoute implements Route {
  private static final Logger LOG = LoggerFactory.getLogger(ControlRoute.class);
  private static final List<Dialect> DIALECTS =
      List.of(new JsonDialect(), new CborDialect(), new QueryDialect());

  private final Operations operations;
  private final Executor executor;

  /** What the calls do. */
  @FunctionalInterface
  public interface Operations {
    /**
     * Performs a call.
     *
     * @throws ServiceError for everything that goes wrong
     */
    ObjectNode perform(SigningScope scope, ControlCall call);
  }

  /**
   * @param executor where operations run, so that a long one does not hold up streams
   */
  public ControlRoute(Operations operations, Executor executor) {
    this.operations = operations;
    this.executor = executor;
  }

  @Override
  public boolean matches(Exchange exchange) {
    return exchange.method().equals("POST")
        && DIALECTS.stream().anyMatch(dialect -> dialect.speaks(exchange));
  }

  @Override
  public void handle(Exchange exchange) {
    executor.execute(() -> exchange.reply(perform(exchange)));
  }

  private Reply perform(Exchange exchange) {
    var dialect = dialect(exchange);
    try {
      var scope = SigningScope.of(exchange.findHeader("Authorization"));
      var call = dialect.decode(exchange);
      return dialect.encode(exchange, call, operations.perform(scope, call));
    } catch (ServiceError e) {
      return dialect.encode(exchange, e);
    } catch (RuntimeException e) {
      LOG.warn("{} failed", exchange, e);
      return dialect.encode(exchange, ServiceError.internal(e));
    }
  }

  @Override
  public Reply failure(Exchange exchange, ServiceError error) {
    return dialect(exchange).encode(exchange, error);
  }

  private static Dialect dialect(Exchange exchange) {
    return DIALECTS.stream().filter(d -> d.speaks(exchange)).findFirst().orElseThrow();
  }
}
