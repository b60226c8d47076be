package dev.rundle.sagemaker.invoke;

import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.access.AwsFailures;
import dev.rundle.sagemaker.access.Causes;
import java.io.IOException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.sagemakerruntime.model.InternalStreamFailureException;
import software.amazon.awssdk.services.sagemakerruntime.model.ModelErrorException;
import software.amazon.awssdk.services.sagemakerruntime.model.ModelStreamErrorException;

/**
 * What kind of failure a throwable of the client is. Decided by the exception's type, its code and
 * the container's original status; the HTTP status only where there is nothing better, because an
 * event inside the stream carries a made-up one.
 */
final class FailureClassifier {
  /** Longer texts help nobody in a table, and reports cut them. */
  private static final int LONGEST_MESSAGE = 200;

  private FailureClassifier() {}

  /** An outcome and a short reason. */
  record Failure(Outcome outcome, String message) {}

  /**
   * Classifies.
   *
   * @param streamBegan whether the head of a response that is no error had come before
   */
  static Failure classify(Throwable thrown, boolean streamBegan) {
    Throwable cause = Causes.unwrap(thrown);
    return Causes.find(cause, SdkServiceException.class)
        .map(e -> answered(e, streamBegan))
        .orElseGet(() -> unanswered(cause, streamBegan));
  }

  private static Failure answered(SdkServiceException e, boolean streamBegan) {
    if (e instanceof ModelErrorException model) {
      return modelError(model);
    }
    if (e instanceof ModelStreamErrorException stream) {
      return failure(Outcome.STREAM_ERROR, "ModelStreamError", stream.errorCode(), text(e));
    }
    if (e instanceof InternalStreamFailureException || streamBegan) {
      return failure(Outcome.STREAM_ERROR, AwsFailures.code(e), null, text(e));
    }
    return failure(beforeTheStream(e), codeOrStatus(e), null, text(e));
  }

  private static Failure modelError(ModelErrorException e) {
    int status = e.originalStatusCode() == null ? 0 : e.originalStatusCode();
    String said = e.originalMessage() == null ? text(e) : e.originalMessage();
    Outcome outcome =
        switch (status) {
          case 503 -> Outcome.REJECTED;
          case 429 -> Outcome.THROTTLED;
          case 408, 504 -> Outcome.TIMEOUT;
          // The container never answered: SageMaker then gives no status of its.
          case 0 -> said.contains("timed out") ? Outcome.TIMEOUT : Outcome.MODEL_ERROR;
          default -> Outcome.MODEL_ERROR;
        };
    return failure(outcome, "ModelError", String.valueOf(status), said);
  }

  private static Outcome beforeTheStream(SdkServiceException e) {
    if (e.isThrottlingException() || e.statusCode() == 429) {
      return Outcome.THROTTLED;
    }
    if (AwsFailures.code(e).startsWith("ServiceUnavailable")) {
      return Outcome.REJECTED;
    }
    return switch (e.statusCode()) {
      case 503 -> Outcome.REJECTED;
      case 408, 504 -> Outcome.TIMEOUT;
      default -> e.statusCode() >= 500 ? Outcome.SERVICE_ERROR : Outcome.INVALID;
    };
  }

  private static Failure unanswered(Throwable e, boolean streamBegan) {
    if (Causes.find(e, ApiCallTimeoutException.class).isPresent()
        || Causes.find(e, ApiCallAttemptTimeoutException.class).isPresent()) {
      return failure(Outcome.TIMEOUT, Causes.firstLine(e), null, "");
    }
    boolean broken =
        Causes.find(e, IOException.class).isPresent()
            || Causes.find(e, AbortedException.class).isPresent()
            || Causes.find(e, software.amazon.awssdk.crt.CrtRuntimeException.class).isPresent()
            || Causes.find(e, software.amazon.awssdk.crt.http.HttpException.class).isPresent();
    if (broken) {
      return failure(
          streamBegan ? Outcome.TRUNCATED : Outcome.CONNECTION,
          Causes.firstLine(Causes.innermost(e)),
          null,
          "");
    }
    // Unreadable events inside the stream, or a request that never left (credentials, signing).
    return failure(
        streamBegan ? Outcome.STREAM_ERROR : Outcome.INVALID, Causes.firstLine(e), null, "");
  }

  private static String codeOrStatus(SdkServiceException e) {
    String code = AwsFailures.code(e);
    return code.isEmpty() ? "HTTP " + e.statusCode() : code;
  }

  private static String text(SdkServiceException e) {
    return e instanceof AwsServiceException ? AwsFailures.text(e) : Causes.firstLine(e);
  }

  private static Failure failure(Outcome outcome, String kind, String detail, String text) {
    String message =
        kind
            + (detail == null || detail.isEmpty() ? "" : " " + detail)
            + (text.isEmpty() ? "" : ": " + text.strip());
    return new Failure(
        outcome,
        message.length() <= LONGEST_MESSAGE
            ? message
            : message.substring(0, LONGEST_MESSAGE - 1) + "…");
  }
}
