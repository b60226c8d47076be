package dev.rundle.sandbox.runtime;

import dev.rundle.model.time.Ticker;
import dev.rundle.sandbox.control.Regions;
import dev.rundle.sandbox.wire.Exchange;
import dev.rundle.sandbox.wire.Reply;
import dev.rundle.sandbox.wire.Route;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.wire.SigningScope;
import java.util.regex.Pattern;

/** SageMaker's runtime: InvokeEndpoint and InvokeEndpointWithResponseStream. */
public final class InvocationRoute implements Route {
  private static final Pattern PATH =
      Pattern.compile("/endpoints/([^/]+)/invocations(-response-stream)?");

  private final Regions regions;
  private final Ticker ticker;
  private final Sound sound = new Sound();

  /**
   * @param ticker the worlds' ticker
   */
  public InvocationRoute(Regions regions, Ticker ticker) {
    this.regions = regions;
    this.ticker = ticker;
  }

  @Override
  public boolean matches(Exchange exchange) {
    return exchange.method().equals("POST") && PATH.matcher(exchange.path()).matches();
  }

  @Override
  public void handle(Exchange exchange) {
    var scope = SigningScope.of(exchange.findHeader("Authorization"));
    var matcher = PATH.matcher(exchange.path());
    if (!matcher.matches()) {
      throw ServiceError.unknownOperation(exchange.path());
    }
    Delivery delivery =
        matcher.group(2) == null
            ? new WholeDelivery(exchange, sound, ticker)
            : new StreamDelivery(exchange, sound, ticker);
    delivery.admitted(
        regions
            .world(scope.region())
            .invocations()
            .admit(
                matcher.group(1),
                exchange.findHeader("X-Amzn-SageMaker-Target-Variant"),
                exchange.body().length,
                delivery));
  }

  @Override
  public Reply failure(Exchange exchange, ServiceError error) {
    return RuntimeErrors.of(error);
  }
}
