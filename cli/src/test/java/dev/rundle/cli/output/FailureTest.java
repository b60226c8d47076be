package dev.rundle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.process.ExitCodes;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class FailureTest {
  @Test
  void theFamilysCodesAreTheDocumentedOnes() {
    assertThat(new BadInput("a", "b", "c").exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(new Refused("a", "b", "c").exitCode()).isEqualTo(ExitCodes.REFUSED);
    assertThat(new RemoteFailure("a", "b", "c").exitCode()).isEqualTo(ExitCodes.FAILURE);
  }

  @Test
  void aWrappedFailureKeepsItsThreeParts() {
    Throwable wrapped = new IllegalStateException(new ExecutionException(refused()));
    assertThat(Failure.of(wrapped))
        .isEqualTo(new Failure("frozen already", "two runs", "wait", ExitCodes.REFUSED));
  }

  @Test
  void whatNobodyForesawIsOneLineThatSaysHowToSeeMore() {
    Failure failure = Failure.of(new ArithmeticException("/ by zero\nand more"));
    assertThat(failure.what()).isEqualTo("unexpected ArithmeticException: / by zero");
    assertThat(failure.next()).contains("--debug");
    assertThat(failure.exitCode()).isEqualTo(ExitCodes.FAILURE);
  }

  private static Refused refused() {
    return new Refused("frozen already", "two runs", "wait");
  }
}
