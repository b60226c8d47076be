package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import java.time.Duration;

/**
 * What agents must know before the first rung.
 *
 * @param target what to call
 * @param highestConcurrency largest N that will be ordered; the pools are sized above it
 * @param warmUp load at concurrency 1 before the first rung, excluded from results
 */
public record RunPlan(
    String runId, AgentCommand.Target target, int highestConcurrency, Duration warmUp) {}
