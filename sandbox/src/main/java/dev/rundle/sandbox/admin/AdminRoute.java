package dev.rundle.sandbox.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.control.Complaints;
import dev.rundle.sandbox.control.Input;
import dev.rundle.sandbox.wire.Exchange;
import dev.rundle.sandbox.wire.Reply;
import dev.rundle.sandbox.wire.Route;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.World;
import dev.rundle.sandbox.world.WorldError;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sandbox's own administration: JSON over HTTP below {@code /_sandbox}, unsigned, for those who
 * run it. {@code variant} may be left out where an endpoint has only one.
 *
 * <table>
 *   <caption>Calls</caption>
 *   <tr><th>call</th><th>body</th><th>answer</th></tr>
 *   <tr><td>GET /_sandbox/state</td><td></td>
 *     <td>everything: settings, endpoints with instances, faults and stage times, scalable targets,
 *     policies, alarms, quotas</td></tr>
 *   <tr><td>POST /_sandbox/faults</td>
 *     <td>{@code endpoint}, {@code fault} with what it needs (below), and either {@code share}
 *     (0..1 of the requests, until cleared) or {@code count} (so many of the next requests; 1 if
 *     neither is given)</td>
 *     <td>{@code id}</td></tr>
 *   <tr><td>POST /_sandbox/faults/clear</td><td>{@code endpoint}, or {@code id}; an
 *     empty body clears all faults of all endpoints</td>
 *     <td></td></tr>
 *   <tr><td>POST /_sandbox/instances/replace</td><td>{@code endpoint}, {@code variant}</td>
 *     <td>{@code instance}: the new one's id</td></tr>
 *   <tr><td>POST /_sandbox/scale-outs/fail</td>
 *     <td>{@code endpoint}, {@code variant}, {@code failure}: {@code no-capacity} (with {@code
 *     afterMillis}, real time, divided by speed), {@code quota} or {@code slow-start} (with {@code
 *     factor}); {@code times}, 1 if not given</td><td></td></tr>
 *   <tr><td>POST /_sandbox/quotas</td><td>{@code instanceType}, {@code value}</td><td></td></tr>
 *   <tr><td>POST /_sandbox/stages</td>
 *     <td>{@code endpoint}, {@code variant}, {@code stageMillis}: milliseconds by stage ({@code
 *     instance_logging}, {@code container_started} …, {@code in_service}), real time, divided by
 *     speed; stages left out stay as they are</td><td></td></tr>
 *   <tr><td>POST /_sandbox/queue-bound</td>
 *     <td>{@code endpoint}, {@code variant}, {@code bound}; 0 lifts it</td><td></td></tr>
 * </table>
 *
 * <p>Faults: {@code cut}, {@code stall} (with {@code stallMillis}), {@code model-stream-error}
 * (with {@code errorCode}, {@code message}) and {@code internal-stream-failure} (with {@code
 * message}), each after {@code afterParts} parts, 1 if not given; {@code slow-first-byte} (with
 * {@code delayMillis}); {@code container-error} (with {@code status} and {@code body}: ModelError
 * 424 around it); {@code service-unavailable} (503), {@code throttled} (429), {@code
 * internal-failure} (500). The state shows a fault in the same words, with {@code remaining}
 * requests to hit, or {@code share}.
 *
 * <p>Errors are {@code {"error": code, "message": text}} with status 400 or 404.
 */
public final class AdminRoute implements Route {
  private static final Logger LOG = LoggerFactory.getLogger(AdminRoute.class);
  private static final String ROOT = "/_sandbox/";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, BiFunction<World, Input, ObjectNode>> CALLS =
      Map.of(
          "GET state", (world, input) -> StateDump.of(world),
          "POST faults", FaultCalls::add,
          "POST faults/clear", FaultCalls::clear,
          "POST instances/replace", FleetCalls::replaceInstance,
          "POST scale-outs/fail", FleetCalls::failScaleOut,
          "POST quotas", FleetCalls::setQuota,
          "POST stages", FleetCalls::setStages,
          "POST queue-bound", FleetCalls::setQueueBound);

  private final World world;
  private final Executor executor;

  /**
   * @param executor where calls run
   */
  public AdminRoute(World world, Executor executor) {
    this.world = world;
    this.executor = executor;
  }

  @Override
  public boolean matches(Exchange exchange) {
    return exchange.path().startsWith(ROOT);
  }

  @Override
  public void handle(Exchange exchange) {
    executor.execute(() -> exchange.reply(perform(exchange)));
  }

  private Reply perform(Exchange exchange) {
    try {
      var name = exchange.method() + " " + exchange.path().substring(ROOT.length());
      var call = CALLS.get(name);
      if (call == null) {
        throw new ServiceError(404, "NotFound", "There is no " + name);
      }
      return json(200, call.apply(world, new Input(body(exchange), Complaints.ADMINISTRATION)));
    } catch (ServiceError e) {
      return failure(exchange, e);
    } catch (WorldError e) {
      return failure(exchange, new ServiceError(e.httpStatus(), e.code(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      // The world's own checks of what it is given.
      return failure(exchange, new ServiceError(400, "BadRequest", e.getMessage()));
    } catch (RuntimeException e) {
      LOG.warn("{} failed", exchange, e);
      return failure(exchange, ServiceError.internal(e));
    }
  }

  private static JsonNode body(Exchange exchange) {
    if (exchange.body().length == 0) {
      return JSON.createObjectNode();
    }
    try {
      var body = JSON.readTree(exchange.body());
      if (body != null && body.isObject()) {
        return body;
      }
    } catch (JsonProcessingException e) {
      throw new ServiceError(400, "BadRequest", e.getOriginalMessage());
    } catch (IOException e) {
      throw new ServiceError(400, "BadRequest", "The body cannot be read");
    }
    throw new ServiceError(400, "BadRequest", "The body must be a JSON object");
  }

  @Override
  public Reply failure(Exchange exchange, ServiceError error) {
    return json(
        error.status(),
        JSON.createObjectNode().put("error", error.code()).put("message", error.getMessage()));
  }

  private static Reply json(int status, ObjectNode body) {
    return Reply.text(status, "application/json", body.toPrettyString() + "\n");
  }
}
