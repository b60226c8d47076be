package dev.rundle.sandbox.wire;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the part that answers a request; no request is left without an answer. */
public final class Router {
  private static final Logger LOG = LoggerFactory.getLogger(Router.class);

  private final List<Route> routes;

  /** Asks the routes in this order; the first that matches answers. */
  public Router(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  void handle(Exchange exchange) {
    for (var route : routes) {
      if (route.matches(exchange)) {
        answer(exchange, route);
        return;
      }
    }
    exchange.reply(
        Reply.text(
            404,
            "application/x-amz-json-1.1",
            "{\"__type\":\"UnknownOperationException\",\"message\":\"No operation answers to this"
                + " method and path\"}"));
  }

  private static void answer(Exchange exchange, Route route) {
    try {
      route.handle(exchange);
    } catch (ServiceError e) {
      exchange.reply(route.failure(exchange, e));
    } catch (RuntimeException e) {
      LOG.warn("{} failed", exchange, e);
      exchange.reply(route.failure(exchange, ServiceError.internal(e)));
    }
  }
}
