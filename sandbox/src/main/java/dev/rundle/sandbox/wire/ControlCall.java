package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A control-plane call as any dialect decodes it.
 *
 * @param input the operation's input; numbers and booleans may be text (the query dialect knows no
 *     types), time stamps may be epoch seconds or ISO-8601 text
 */
public record ControlCall(ServiceName service, String operation, JsonNode input) {}
