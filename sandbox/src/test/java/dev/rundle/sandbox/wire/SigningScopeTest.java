package dev.rundle.sandbox.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SigningScopeTest {
  @Test
  void keyRegionAndServiceAreInTheCredential() {
    var scope =
        SigningScope.of(
            Optional.of(
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260101/eu-west-1/sagemaker/aws4_request,"
                    + " SignedHeaders=host;x-amz-date, Signature=00ff"));
    assertThat(scope).isEqualTo(new SigningScope("AKIDEXAMPLE", "eu-west-1", "sagemaker"));
  }

  @Test
  void withoutAHeaderTheTokenIsMissing() {
    assertThatThrownBy(() -> SigningScope.of(Optional.empty()))
        .isInstanceOfSatisfying(
            ServiceError.class,
            e -> {
              assertThat(e.status()).isEqualTo(403);
              assertThat(e.code()).isEqualTo("MissingAuthenticationTokenException");
            });
  }

  @Test
  void anotherKindOfAuthorizationIsIncomplete() {
    assertThatThrownBy(() -> SigningScope.of(Optional.of("Basic dXNlcjpwYXNz")))
        .isInstanceOfSatisfying(
            ServiceError.class,
            e -> assertThat(e.code()).isEqualTo("IncompleteSignatureException"));
  }
}
