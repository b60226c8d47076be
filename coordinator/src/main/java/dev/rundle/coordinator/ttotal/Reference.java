package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.model.scaleout.RecoveryWatch;
import java.util.Optional;

/**
 * What a ladder says about a probe: its p95 on one instance, and what p95 means that two share it.
 *
 * @param p95AtProbeMillis the ladder's p95 TTFAB at the probe's concurrency
 * @param targetMillis p95 TTFAB that means recovery
 */
record Reference(double p95AtProbeMillis, double targetMillis) {
  /**
   * Reads the reference from a ladder that was measured on what is deployed now.
   *
   * @throws Refused if the ladder lacks a rung, or is of another transport or configuration
   */
  static Reference from(TtotalRequest request, MeasuredEndpoint endpoint, RunListener listener) {
    QmaxArtifact qmax = request.qmax();
    if (!qmax.transport().equals(request.setup().target().transport())) {
      throw new Refused(
          "the ladder was measured over %s, the probe uses %s"
              .formatted(qmax.transport(), request.setup().target().transport()),
          "their latencies cannot be compared",
          "measure the ladder over the same transport");
    }
    requireSameConfiguration(request, endpoint, listener);
    int probe = request.probeConcurrency();
    return new Reference(p95At(qmax, probe), RecoveryWatch.targetMillis(p95At(qmax, probe / 2)));
  }

  private static void requireSameConfiguration(
      TtotalRequest request, MeasuredEndpoint endpoint, RunListener listener) {
    Fingerprint measured = request.qmax().fingerprint();
    Fingerprint deployed = endpoint.fingerprint();
    boolean known = measured.isComplete() && deployed.isComplete();
    if (known && measured.equals(deployed)) {
      return;
    }
    String what =
        known
            ? "the ladder was measured on %s, deployed is %s"
                .formatted(describe(measured), describe(deployed))
            : "it is not known whether the ladder was measured on the image that is deployed now";
    if (!request.allowConfigMismatch()) {
      throw new Refused(
          what,
          "its latencies may not hold for this configuration",
          "measure again with: rundle qmax; or accept it with --allow-config-mismatch");
    }
    listener.warning(what);
  }

  private static String describe(Fingerprint fingerprint) {
    return fingerprint.slug() + " with environment " + fingerprint.environment();
  }

  private static double p95At(QmaxArtifact qmax, int concurrency) {
    Optional<QmaxArtifact.Rung> rung =
        qmax.rungs().stream()
            .filter(r -> r.concurrency() == concurrency && !r.verdict().equals("void"))
            .reduce((earlier, later) -> later);
    return rung.map(QmaxArtifact.Rung::ttfabP95Millis)
        .filter(p95 -> p95 > 0)
        .orElseThrow(
            () ->
                new Refused(
                    "the ladder has no valid rung at concurrency " + concurrency,
                    "recovery is judged against it",
                    "measure it with: rundle qmax --concurrency 1,5,10,… (probe/2 and probe)"));
  }
}
