package dev.rundle.sandbox.runtime;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.wire.Reply;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.Refusal;

/** Errors of the runtime service before a stream has begun. */
final class RuntimeErrors {
  static final String MODEL_ERROR = "ModelError";
  static final int FAILED_DEPENDENCY = 424;

  private RuntimeErrors() {}

  static Reply of(ServiceError error) {
    return reply(error.status(), error.code(), message(error.getMessage()));
  }

  static Reply of(Refusal refusal) {
    var error = refusal.error();
    return refusal
        .container()
        .map(answer -> modelError(answer))
        .orElseGet(() -> reply(error.httpStatus(), error.code(), message(error.getMessage())));
  }

  /** What SageMaker makes of a container's error. */
  static Reply modelError(Refusal.ContainerAnswer answer) {
    boolean server = answer.status() >= 500;
    var body = JsonNodeFactory.instance.objectNode();
    body.put("ErrorCode", server ? "INTERNAL_FAILURE_FROM_MODEL" : "CLIENT_ERROR_FROM_MODEL");
    body.put("LogStreamArn", answer.logStreamArn());
    body.put(
        "Message",
        "Received %s error (%d) from primary with message \"%s\"."
            .formatted(server ? "server" : "client", answer.status(), answer.body()));
    body.put("OriginalMessage", answer.body());
    body.put("OriginalStatusCode", answer.status());
    return reply(FAILED_DEPENDENCY, MODEL_ERROR, body);
  }

  private static ObjectNode message(String text) {
    return JsonNodeFactory.instance.objectNode().put("Message", text);
  }

  private static Reply reply(int status, String type, ObjectNode body) {
    return Reply.text(status, "application/json", body.toString()).with("x-amzn-ErrorType", type);
  }
}
