package dev.rundle.cli.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.rundle.cli.output.Json;
import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Serves {@code /metrics} to Prometheus and {@code /health} to whoever restarts sick processes. */
public final class MetricsServer implements AutoCloseable {
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String JSON = "application/json";
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int SICK = 503;

  /** Few scrape at once; one that is slow must not keep the health check waiting. */
  private static final int THREADS = 3;

  private final HttpServer server;
  private final ExecutorService threads;

  private MetricsServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /** A body and how to send it. */
  private record Answer(int status, String type, String body) {}

  /**
   * Starts to serve.
   *
   * @param metrics in Prometheus' text format
   * @throws BadInput if the address cannot be had
   */
  public static MetricsServer start(
      InetSocketAddress address, Supplier<String> metrics, Supplier<Health> health) {
    // Who sends a request in pieces, or does not read the answer, gives up a thread after a while.
    setUnlessSet("sun.net.httpserver.maxReqTime", "10");
    setUnlessSet("sun.net.httpserver.maxRspTime", "10");
    HttpServer server = bind(address);
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "rundle-metrics");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext(
        "/", handler("/", () -> new Answer(OK, TEXT, "see /metrics and /health\n")));
    server.createContext(
        "/metrics", handler("/metrics", () -> new Answer(OK, TEXT, metrics.get())));
    server.createContext("/health", handler("/health", () -> answer(health.get())));
    server.start();
    return new MetricsServer(server, threads);
  }

  private static HttpServer bind(InetSocketAddress address) {
    try {
      return HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new BadInput(
          "metrics cannot be served on %s:%d".formatted(address.getHostString(), address.getPort()),
          String.valueOf(e.getMessage()),
          "choose another --metrics-port (0 takes a free one) or --metrics-host, an address of this"
              + " host",
          e);
    }
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static Answer answer(Health health) {
    return new Answer(health.well() ? OK : SICK, JSON, Json.line(health) + "\n");
  }

  private static HttpHandler handler(String path, Supplier<Answer> answer) {
    return exchange -> {
      try (exchange) {
        String method = exchange.getRequestMethod();
        if (!exchange.getRequestURI().getPath().equals(path)) {
          send(exchange, new Answer(NOT_FOUND, TEXT, "see /metrics and /health\n"));
        } else if (method.equals("GET") || method.equals("HEAD")) {
          send(exchange, answer.get());
        } else {
          exchange.getResponseHeaders().set("Allow", "GET, HEAD");
          send(exchange, new Answer(METHOD_NOT_ALLOWED, TEXT, "GET only\n"));
        }
      }
    };
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(answer.status(), -1);
    } else {
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Where it serves, {@code http://127.0.0.1:9464/metrics}. */
  public String url() {
    InetSocketAddress at = server.getAddress();
    String host = at.getAddress().isAnyLocalAddress() ? "localhost" : at.getHostString();
    return "http://"
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + at.getPort()
        + "/metrics";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
