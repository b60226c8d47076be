package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What agents must know before the first rung.
 *
 * @param target what to call
 * @param highestConcurrency largest N that will be ordered; no agent readies more users
 * @param warmUp load at concurrency 1 before the first rung, excluded from results
 * @param workFolder the agents' logs are brought to {@code logs/<runId>} below it
 */
public record RunPlan(
    String runId,
    AgentCommand.Target target,
    int highestConcurrency,
    Duration warmUp,
    Path workFolder) {}
