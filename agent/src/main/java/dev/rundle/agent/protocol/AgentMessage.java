package dev.rundle.agent.protocol;

/**
 * What an agent's mailbox may hold: {@link AgentCommand}s from its coordinator, and the agent's own
 * private messages, which never cross the cluster.
 */
public interface AgentMessage {}
