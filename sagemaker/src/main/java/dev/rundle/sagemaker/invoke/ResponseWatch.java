package dev.rundle.sagemaker.invoke;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.reactivestreams.Publisher;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Shows each open attempt the head and the raw body of its response, ahead of the decoder. */
final class ResponseWatch implements ExecutionInterceptor {
  /** Which attempt a request belongs to. */
  static final ExecutionAttribute<OpenAttempt> ATTEMPT = new ExecutionAttribute<>("RundleAttempt");

  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    if (context.httpResponse().isSuccessful()) {
      attributes.getAttribute(ATTEMPT).streamBegan();
    }
  }

  @Override
  public Optional<Publisher<ByteBuffer>> modifyAsyncHttpResponseContent(
      Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
    OpenAttempt attempt = attributes.getAttribute(ATTEMPT);
    return context
        .responsePublisher()
        .map(
            body ->
                SdkPublisher.adapt(body)
                    .map(
                        bytes -> {
                          attempt.bodyReceived(bytes.duplicate());
                          return bytes;
                        }));
  }
}
