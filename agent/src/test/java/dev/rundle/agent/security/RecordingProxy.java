package dev.rundle.agent.security;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes connections on to another port of the loopback interface and keeps what callers said. */
final class RecordingProxy implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int target;
  private final List<ByteArrayOutputStream> said = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  RecordingProxy(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** What each caller has said so far, connection by connection. */
  List<byte[]> recorded() {
    return said.stream().map(ByteArrayOutputStream::toByteArray).toList();
  }

  private void accept() throws IOException {
    while (!server.isClosed()) {
      Socket caller = server.accept();
      Socket called = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.addAll(List.of(caller, called));
      var kept = new ByteArrayOutputStream();
      said.add(kept);
      start(() -> pass(caller.getInputStream(), called, kept));
      start(() -> pass(called.getInputStream(), caller, OutputStream.nullOutputStream()));
    }
  }

  private static void pass(InputStream from, Socket to, OutputStream kept) throws IOException {
    byte[] bytes = new byte[64 * 1024];
    try (to) {
      for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
        kept.write(bytes, 0, read);
        to.getOutputStream().write(bytes, 0, read);
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                return; // a connection that ends this way has ended
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
