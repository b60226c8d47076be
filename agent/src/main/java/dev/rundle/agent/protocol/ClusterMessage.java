package dev.rundle.agent.protocol;

/** Marks what may cross the cluster; bound to jackson-cbor, nothing else is deserialised. */
public interface ClusterMessage {}
