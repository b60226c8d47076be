package dev.rundle.sagemaker.invoke;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.eventstream.HeaderValue;
import software.amazon.awssdk.eventstream.Message;

/**
 * An HTTP/1.1 server that answers every request with bytes of the test's choice, so that an answer
 * can be cut at any byte. A thread for each connection.
 */
final class CannedServer implements AutoCloseable {
  /** Writes one answer; false closes the connection after it. */
  @FunctionalInterface
  interface Answer {
    boolean write(OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
  final AtomicInteger accepted = new AtomicInteger();
  final AtomicInteger requests = new AtomicInteger();

  /** Counted down when a connection was closed by the client. */
  final CountDownLatch clientClosed = new CountDownLatch(1);

  private volatile Answer answer;
  volatile String lastRequest = "";

  CannedServer(Answer answer) {
    this.answer = answer;
    try {
      server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  void answerWith(Answer next) {
    answer = next;
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket s : sockets) {
      s.close();
    }
  }

  /** A head that announces a chunked event stream. */
  static byte[] head(String customAttributes) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: application/vnd.amazon.eventstream\r\n"
            + (customAttributes.isEmpty()
                ? ""
                : "X-Amzn-SageMaker-Custom-Attributes: " + customAttributes + "\r\n")
            + "Transfer-Encoding: chunked\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] chunk(byte[] content) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        (Integer.toHexString(content.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(content);
    out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  static byte[] lastChunk() {
    return "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  }

  /** A PayloadPart event. */
  static byte[] part(byte[] payload) {
    return encoded(
        Map.of(
            ":message-type", HeaderValue.fromString("event"),
            ":event-type", HeaderValue.fromString("PayloadPart"),
            ":content-type", HeaderValue.fromString("application/octet-stream")),
        payload);
  }

  /** An exception event. */
  static byte[] exception(String type, String json) {
    return encoded(
        Map.of(
            ":message-type", HeaderValue.fromString("exception"),
            ":exception-type", HeaderValue.fromString(type),
            ":content-type", HeaderValue.fromString("application/json")),
        json.getBytes(StandardCharsets.UTF_8));
  }

  /** A whole error answer. */
  static byte[] error(int status, String type, String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        ("HTTP/1.1 "
                + status
                + " Error\r\nContent-Type: application/json\r\nx-amzn-ErrorType: "
                + type
                + "\r\nContent-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(body);
    return out.toByteArray();
  }

  static byte[] join(byte[]... pieces) {
    var out = new ByteArrayOutputStream();
    for (byte[] p : pieces) {
      out.writeBytes(p);
    }
    return out.toByteArray();
  }

  private static byte[] encoded(Map<String, HeaderValue> headers, byte[] payload) {
    var out = new ByteArrayOutputStream();
    new Message(headers, payload).encode(out);
    return out.toByteArray();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        accepted.incrementAndGet();
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new BufferedInputStream(socket.getInputStream());
      boolean open = true;
      while (open && readRequest(in)) {
        requests.incrementAndGet();
        OutputStream out = socket.getOutputStream();
        open = answer.write(out);
        out.flush();
      }
      if (open) {
        clientClosed.countDown();
      }
    } catch (IOException e) {
      clientClosed.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean readRequest(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        return false;
      }
      head.write(b);
    }
    String text = head.toString(StandardCharsets.US_ASCII);
    int length =
        text.lines()
            .filter(l -> l.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
            .map(l -> Integer.parseInt(l.substring(15).strip()))
            .findFirst()
            .orElse(0);
    lastRequest = text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return true;
  }

  private static void start(Runnable task) {
    var thread = new Thread(task, "canned-server");
    thread.setDaemon(true);
    thread.start();
  }
}
