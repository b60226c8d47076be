package dev.rundle.sagemaker.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.outcome.Outcome;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sagemakerruntime.model.ModelErrorException;
import software.amazon.awssdk.services.sagemakerruntime.model.ModelStreamErrorException;
import software.amazon.awssdk.services.sagemakerruntime.model.SageMakerRuntimeException;

class FailureClassifierTest {
  private static Throwable modelError(Integer originalStatus, String said) {
    return ModelErrorException.builder()
        .originalStatusCode(originalStatus)
        .originalMessage(said)
        .awsErrorDetails(details("ModelError", "Received server error from primary"))
        .statusCode(424)
        .build();
  }

  private static Throwable service(String code, int status) {
    return SageMakerRuntimeException.builder()
        .awsErrorDetails(details(code, "text"))
        .statusCode(status)
        .build();
  }

  private static AwsErrorDetails details(String code, String text) {
    return AwsErrorDetails.builder().errorCode(code).errorMessage(text).build();
  }

  private static Outcome outcome(Throwable thrown, boolean streamBegan) {
    return FailureClassifier.classify(thrown, streamBegan).outcome();
  }

  @ParameterizedTest
  @CsvSource({
    "503, REJECTED",
    "429, THROTTLED",
    "408, TIMEOUT",
    "504, TIMEOUT",
    "500, MODEL_ERROR",
    "400, MODEL_ERROR"
  })
  void aModelErrorGoesByTheContainersOwnStatus(int status, Outcome expected) {
    assertThat(outcome(modelError(status, "said"), false)).isEqualTo(expected);
  }

  @Test
  void aContainerThatNeverAnsweredTimedOutOrDied() {
    assertThat(outcome(modelError(0, "Your invocation timed out while waiting"), false))
        .isEqualTo(Outcome.TIMEOUT);
    assertThat(outcome(modelError(0, "the model process exited"), false))
        .isEqualTo(Outcome.MODEL_ERROR);
    assertThat(outcome(modelError(null, null), false)).isEqualTo(Outcome.MODEL_ERROR);
  }

  @ParameterizedTest
  @CsvSource({
    "ServiceUnavailable, 503, REJECTED",
    "ThrottlingException, 400, THROTTLED",
    "TooManyRequestsException, 429, THROTTLED",
    "ValidationError, 400, INVALID",
    "AccessDeniedException, 403, INVALID",
    "ExpiredTokenException, 403, INVALID",
    "RequestTimeout, 408, TIMEOUT",
    "InternalFailure, 500, SERVICE_ERROR",
    "InternalDependencyException, 530, SERVICE_ERROR",
    "GatewayTimeout, 504, TIMEOUT"
  })
  void beforeTheStreamTheCodeDecides(String code, int status, Outcome expected) {
    assertThat(outcome(service(code, status), false)).isEqualTo(expected);
  }

  @Test
  void anyExceptionInsideTheStreamIsAStreamErrorWhateverItsStatus() {
    Throwable inStream =
        ModelStreamErrorException.builder()
            .errorCode("StreamBroken")
            .awsErrorDetails(details("ModelStreamError", "reset"))
            .statusCode(500)
            .build();
    var failure = FailureClassifier.classify(new CompletionException(inStream), true);
    assertThat(failure.outcome()).isEqualTo(Outcome.STREAM_ERROR);
    assertThat(failure.message()).isEqualTo("ModelStreamError StreamBroken: reset");
    assertThat(outcome(service("ServiceUnavailable", 503), true)).isEqualTo(Outcome.STREAM_ERROR);
  }

  @Test
  void aBrokenConnectionTruncatesWhatHadBegun() {
    Throwable broken =
        SdkClientException.create(
            "Unable to execute HTTP request", new IOException("socket is closed."));
    assertThat(FailureClassifier.classify(broken, true))
        .isEqualTo(new FailureClassifier.Failure(Outcome.TRUNCATED, "socket is closed."));
    assertThat(FailureClassifier.classify(broken, false))
        .isEqualTo(new FailureClassifier.Failure(Outcome.CONNECTION, "socket is closed."));
    assertThat(outcome(new ConnectException("refused"), false)).isEqualTo(Outcome.CONNECTION);
  }

  @Test
  void theClientsOwnLimitIsATimeoutAndMissingCredentialsAreInvalid() {
    assertThat(outcome(ApiCallTimeoutException.create(10), true)).isEqualTo(Outcome.TIMEOUT);
    assertThat(outcome(SdkClientException.create("Unable to load credentials"), false))
        .isEqualTo(Outcome.INVALID);
  }

  @Test
  void aLongReasonIsCut() {
    String message = FailureClassifier.classify(modelError(500, "x".repeat(900)), false).message();
    assertThat(message).hasSize(200).startsWith("ModelError 500: xxx").endsWith("x…");
  }
}
