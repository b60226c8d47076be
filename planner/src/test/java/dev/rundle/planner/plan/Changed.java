package dev.rundle.planner.plan;

import static dev.rundle.planner.RecordCopy.with;

import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.model.fingerprint.Fingerprint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** A ladder with one thing changed. */
final class Changed {
  private QmaxArtifact ladder;

  private Changed(QmaxArtifact ladder) {
    this.ladder = ladder;
  }

  static Changed of(QmaxArtifact ladder) {
    return new Changed(ladder);
  }

  QmaxArtifact ladder() {
    return ladder;
  }

  Changed fingerprint(Fingerprint fingerprint) {
    return set("fingerprint", fingerprint);
  }

  Changed model(String model) {
    return set("model", model);
  }

  Changed transport(String transport) {
    return set("transport", transport);
  }

  Changed origin(Provenance.Origin origin) {
    return set("provenance", with(ladder.provenance(), "origin", origin));
  }

  Changed withheld(String because) {
    return set("qMax", Optional.empty())
        .set("withheldBecause", Optional.of(because))
        .set("bracketed", false);
  }

  Changed unbracketed() {
    return set("bracketed", false);
  }

  Changed nonMonotonic() {
    return set("nonMonotonic", true);
  }

  Changed frozen(boolean frozen, boolean queueUnbounded) {
    return set("frozen", frozen).set("queueUnbounded", queueUnbounded);
  }

  Changed runs(Integer... qMaxPerRun) {
    return set("runs", qMaxPerRun.length).set("qMaxPerRun", List.of(qMaxPerRun));
  }

  Changed rungs(UnaryOperator<Rung> change) {
    return set("rungs", ladder.rungs().stream().map(change).toList());
  }

  /** A rung without a join. */
  static Rung unjoined(Rung rung) {
    return with(
        with(rung, "cloudWatch", Optional.empty()),
        "noConversionBecause",
        Optional.of("no conversion: too short"));
  }

  /** A rung with these ratios of the 10-s Maximum and of the 60-s Average. */
  static Rung converted(Rung rung, double maximum, double average) {
    var join = rung.cloudWatch().orElseThrow();
    return with(
        rung,
        "cloudWatch",
        Optional.of(
            with(
                with(join, "maximumRatio", OptionalDouble.of(maximum)),
                "averageRatio",
                OptionalDouble.of(average))));
  }

  private Changed set(String component, Object value) {
    ladder = with(ladder, component, value);
    return this;
  }
}
