package dev.rundle.coordinator.freeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class FreezeRecordTest {
  private static final int LONGEST_TAG_VALUE = 256;
  private static final String TAG_CHARACTERS = "[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*";

  @Property
  void aJournalLineGivesBackExactlyWhatWasWritten(@ForAll("records") FreezeRecord record)
      throws UnreadableRecord {
    assertThat(FreezeRecordJson.decode(FreezeRecordJson.encode(record))).isEqualTo(record);
  }

  @Property
  void aTagHoldsEverythingThatARestoreNeedsWithinTheServicesLimits(
      @ForAll("records") FreezeRecord record) throws UnreadableRecord {
    String tag = FreezeTag.encode(record);

    assertThat(tag).hasSizeLessThanOrEqualTo(LONGEST_TAG_VALUE).matches(TAG_CHARACTERS);
    FreezeRecord read =
        FreezeTag.decode(tag, record.prior().endpoint(), record.prior().endpointArn());
    assertThat(read.prior().desiredInstances()).isEqualTo(record.prior().desiredInstances());
    assertThat(read.prior().target()).isEqualTo(record.prior().target());
    assertThat(read.prior().variant()).isEqualTo(record.prior().variant());
    assertThat(read.runId()).isEqualTo(record.runId());
    assertThat(read.at()).isEqualTo(record.at());
  }

  @Property
  void aTagThatWasCutAnywhereIsNotBelieved(
      @ForAll("records") FreezeRecord record, @ForAll @IntRange(min = 0, max = 255) int kept) {
    String tag = FreezeTag.encode(record);
    String cut = tag.substring(0, Math.min(kept, tag.length() - 1));

    assertThatThrownBy(
            () -> FreezeTag.decode(cut, record.prior().endpoint(), record.prior().endpointArn()))
        .isInstanceOf(UnreadableRecord.class);
  }

  @Property
  void aJournalLineThatWasCutAnywhereIsNotBelieved(
      @ForAll("records") FreezeRecord record, @ForAll @IntRange(min = 0, max = 1_000) int kept) {
    String line = FreezeRecordJson.encode(record);
    String cut = line.substring(0, Math.min(kept, line.length() - 1));

    assertThatThrownBy(() -> FreezeRecordJson.decode(cut)).isInstanceOf(UnreadableRecord.class);
  }

  @Provide
  Arbitrary<FreezeRecord> records() {
    Arbitrary<String> variants =
        Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(63);
    Arbitrary<Integer> counts = Arbitraries.integers().between(0, 9_999);
    Arbitrary<String> hosts = Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(80);
    Arbitrary<Instant> instants =
        Arbitraries.longs().between(1_700_000_000L, 2_000_000_000L).map(Instant::ofEpochSecond);
    Arbitrary<Integer> flags = Arbitraries.integers().between(-1, 7);
    return Combinators.combine(variants, counts, counts, hosts, instants, flags)
        .as(
            (variant, desired, current, host, at, bits) ->
                new FreezeRecord(
                    "0123456789ab",
                    at,
                    host,
                    4_194_304,
                    new PriorState(
                        "tts-prod",
                        "arn:aws:sagemaker:eu-west-1:123456789012:endpoint/tts-prod",
                        variant,
                        desired,
                        current,
                        bits < 0
                            ? Optional.empty()
                            : Optional.of(
                                new ScalableTarget(
                                    ScalableTarget.resourceId("tts-prod", variant),
                                    current,
                                    desired,
                                    new SuspendedState(
                                        (bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0))),
                        List.of("a-policy"))));
  }
}
