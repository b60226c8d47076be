package dev.rundle.coordinator;

import dev.rundle.model.config.ModelConfig;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What every run is told, whatever it measures.
 *
 * @param warmUp at concurrency 1 before what is measured
 * @param productVersion this build's, for the artifact
 * @param workFolder where journals and logs go
 */
public record RunSetup(
    String runId,
    ModelConfig model,
    LoadTarget target,
    Duration warmUp,
    String productVersion,
    Path workFolder) {}
