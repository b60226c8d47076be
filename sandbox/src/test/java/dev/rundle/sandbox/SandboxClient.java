package dev.rundle.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.eventstream.Message;
import software.amazon.awssdk.eventstream.MessageDecoder;

/** A client that knows no AWS library but the event-stream decoder. */
public final class SandboxClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI base;
  private final String region;

  public SandboxClient(URI base) {
    this(base, "us-east-1");
  }

  public SandboxClient(URI base, String region) {
    this.base = base;
    this.region = region;
  }

  private HttpRequest.Builder signed(String path) {
    return HttpRequest.newBuilder(base.resolve(path))
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AK/20260101/"
                + region
                + "/any/aws4_request, SignedHeaders=host, Signature=0");
  }

  /** Status and body of a JSON answer. */
  public record Answer(int status, HttpHeaders headers, JsonNode body) {
    public String errorType() {
      return headers.firstValue("x-amzn-errortype").orElse("");
    }
  }

  /** A control-plane call in JSON 1.1. */
  public Answer call(String target, String body) throws Exception {
    return answer(
        signed("/")
            .header("Content-Type", "application/x-amz-json-1.1")
            .header("X-Amz-Target", target)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  /** The output of a call that succeeds. */
  public JsonNode output(String target, String body) throws Exception {
    var answer = call(target, body);
    if (answer.status() != 200) {
      throw new AssertionError(target + " answered " + answer);
    }
    return answer.body();
  }

  /** A call in the query dialect; the answer is XML. */
  public HttpResponse<String> query(String form) throws Exception {
    return http.send(
        signed("/")
            .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
            .POST(BodyPublishers.ofString(form))
            .build(),
        BodyHandlers.ofString());
  }

  /** A call of the sandbox's own administration, unsigned. */
  public Answer admin(String method, String path, String body) throws Exception {
    return answer(
        HttpRequest.newBuilder(base.resolve("/_sandbox/" + path))
            .method(method, BodyPublishers.ofString(body))
            .build());
  }

  private Answer answer(HttpRequest request) throws Exception {
    var response = http.send(request, BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), response.headers(), JSON.readTree(response.body()));
  }

  /** InvokeEndpoint. */
  public HttpResponse<byte[]> invoke(String endpoint, String accept) throws Exception {
    return http.send(request(endpoint, "invocations", accept), BodyHandlers.ofByteArray());
  }

  private HttpRequest request(String endpoint, String operation, String accept) {
    return signed("/endpoints/" + endpoint + "/" + operation)
        .header("Content-Type", "application/json")
        .header("X-Amzn-SageMaker-Accept", accept)
        .POST(BodyPublishers.ofString("{\"text\":\"hello\"}"))
        .build();
  }

  /** What came of a stream: its messages, and whether it ended as HTTP has it. */
  public record Stream(int status, HttpHeaders headers, List<Message> messages, boolean whole) {
    public Stream {
      messages = List.copyOf(messages);
    }

    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    /** The payload parts' bytes. */
    public long audioBytes() {
      return messages.stream()
          .filter(m -> m.getHeaders().get(":message-type").getString().equals("event"))
          .mapToLong(m -> m.getPayload().length)
          .sum();
    }
  }

  /**
   * InvokeEndpointWithResponseStream, read to its end. Bytes are taken as they come: an input
   * stream of this client throws away what it has buffered when the connection breaks.
   */
  public Stream stream(String endpoint, String accept) throws Exception {
    var answer = new AtomicReference<HttpResponse.ResponseInfo>();
    var messages = new ArrayList<Message>();
    var decoder = new MessageDecoder(messages::add);
    boolean whole = true;
    try {
      http.send(
          request(endpoint, "invocations-response-stream", accept),
          info -> {
            answer.set(info);
            return BodySubscribers.ofByteArrayConsumer(
                bytes -> bytes.filter(b -> info.statusCode() == 200).ifPresent(decoder::feed));
          });
    } catch (IOException e) {
      if (answer.get() == null) {
        throw e;
      }
      whole = false;
    }
    return new Stream(answer.get().statusCode(), answer.get().headers(), messages, whole);
  }

  /** The same, PCM, without waiting. */
  public CompletableFuture<Stream> streaming(String endpoint) {
    return http.sendAsync(
            request(endpoint, "invocations-response-stream", "audio/pcm"),
            BodyHandlers.ofByteArray())
        .thenApply(
            response ->
                new Stream(response.statusCode(), response.headers(), decoded(response), true));
  }

  private static List<Message> decoded(HttpResponse<byte[]> response) {
    var messages = new ArrayList<Message>();
    if (response.statusCode() == 200) {
      new MessageDecoder(messages::add).feed(response.body());
    }
    return messages;
  }

  /** The body of an error before a stream, with its status and headers. */
  public Answer refusedStream(String endpoint) throws Exception {
    return answer(request(endpoint, "invocations-response-stream", "*/*"));
  }
}
