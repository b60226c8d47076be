package dev.rundle.coordinator.cluster;

import java.nio.file.Path;
import java.time.Duration;

/**
 * An agent's log of a run, on this host's disk.
 *
 * @param agent name that the run gave it
 * @param path of the load generator's binary log
 * @param ahead by how much the agent's wall clock, which the log is stamped by, is ahead of this
 *     host's; negative if it is behind
 * @param whole false if the agent was lost before its log had been brought here to the end
 */
public record AgentLog(String agent, Path path, Duration ahead, boolean whole) {}
