package dev.rundle.sandbox.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.time.Ticker;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireServerTest {
  private final ServerIdentity identity = new ServerIdentity("127.0.0.1", Clock.systemUTC());
  private final BlockingQueue<Exchange> held = new LinkedBlockingQueue<>();
  private WireServer server;

  @BeforeEach
  void listen() throws IOException {
    var router =
        new Router(
            List.of(
                route("/echo", e -> e.reply(Reply.of(200, "text/plain", e.body()))),
                route("/hold", held::add),
                route(
                    "/defect",
                    e -> {
                      throw new IllegalStateException("a defect");
                    })));
    server =
        WireServer.listen(new InetSocketAddress("127.0.0.1", 0), identity, router, Ticker.system());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static Route route(String path, Consumer<Exchange> handler) {
    return new Route() {
      @Override
      public boolean matches(Exchange exchange) {
        return exchange.path().equals(path);
      }

      @Override
      public void handle(Exchange exchange) {
        handler.accept(exchange);
      }

      @Override
      public Reply failure(Exchange exchange, ServiceError error) {
        return Reply.text(error.status(), "text/plain", error.code());
      }
    };
  }

  private URI uri(String scheme, String path) {
    return URI.create(scheme + "://127.0.0.1:" + server.port() + path);
  }

  private static HttpClient plain() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @Test
  void plainAndTlsShareThePort() throws Exception {
    var request = HttpRequest.newBuilder(uri("http", "/echo"));
    var post = HttpRequest.BodyPublishers.ofString("hello");
    assertThat(plain().send(request.POST(post).build(), BodyHandlers.ofString()).body())
        .isEqualTo("hello");
    var tls = HttpClient.newBuilder().sslContext(trusting(identity.certificatePem())).build();
    var answer =
        tls.send(
            HttpRequest.newBuilder(uri("https", "/echo")).POST(post).build(),
            BodyHandlers.ofString());
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.headers().firstValue("x-amzn-RequestId")).isPresent();
  }

  private static SSLContext trusting(String pem) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "sandbox",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(UTF_8))));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
    try (var socket = new Socket("127.0.0.1", server.port())) {
      var requests = post("/hold", "1") + last(post("/echo", "two"));
      socket.getOutputStream().write(requests.getBytes(UTF_8));
      held.take().reply(Reply.text(200, "text/plain", "one"));
      var text = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(text).containsSubsequence("\r\n\r\noneHTTP/1.1 200 OK", "\r\n\r\ntwo");
    }
  }

  private static String post(String path, String body) {
    return "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, body.length(), body);
  }

  private static String last(String request) {
    return request.replace("Host:", "Connection: close\r\nHost:");
  }

  @Test
  void aClientThatLeavesIsNoticed() throws Exception {
    var gone = new LinkedBlockingQueue<String>();
    try (var socket = new Socket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(post("/hold", "").getBytes(UTF_8));
      var exchange = held.take();
      exchange.onGone(() -> gone.add("gone"));
    }
    assertThat(gone.take()).isEqualTo("gone");
  }

  @Test
  void aCutResponseHasNoEnd() throws Exception {
    try (var socket = new Socket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(post("/hold", "").getBytes(UTF_8));
      var exchange = held.take();
      exchange.begin(200, Map.of("Content-Type", "text/plain"));
      exchange.part(Unpooled.copiedBuffer("part", UTF_8));
      exchange.cut();
      var text = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(text).contains("transfer-encoding: chunked").endsWith("4\r\npart\r\n");
    }
  }

  @Test
  void whatIsWrittenAfterTheEndIsDropped() throws Exception {
    try (var socket = new Socket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(last(post("/hold", "")).getBytes(UTF_8));
      var exchange = held.take();
      exchange.begin(200, Map.of());
      exchange.end(() -> {});
      exchange.part(Unpooled.copiedBuffer("late", UTF_8));
      exchange.reply(Reply.text(500, "text/plain", "later"));
      var text = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(text).endsWith("\r\n\r\n0\r\n\r\n").doesNotContain("late");
    }
  }

  @Test
  void everyRequestGetsAnAnswer() throws Exception {
    assertThat(status(HttpRequest.newBuilder(uri("http", "/nowhere")).GET())).isEqualTo(404);
    assertThat(status(HttpRequest.newBuilder(uri("http", "/defect")).GET())).isEqualTo(500);
    assertThat(
            status(
                HttpRequest.newBuilder(uri("http", "/echo"))
                    .POST(
                        HttpRequest.BodyPublishers.ofByteArray(
                            new byte[BoundedAggregator.MAX_BODY_BYTES + 1]))))
        .isEqualTo(413);
  }

  private static int status(HttpRequest.Builder request) throws Exception {
    return plain().send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  @Test
  void whatIsNotHttpEndsTheConnection() throws Exception {
    try (var socket = new Socket("127.0.0.1", server.port())) {
      socket.getOutputStream().write("\u0000\u0001 what is this?\r\n\r\n".getBytes(UTF_8));
      var text = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(text).startsWith("HTTP/1.1 400");
    }
  }
}
