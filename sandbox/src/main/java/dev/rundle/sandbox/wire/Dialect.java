package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One way of putting control-plane calls on the wire. Inputs and outputs are the same trees in
 * every dialect; a time stamp in an output is a {@code POJONode} holding an {@link
 * java.time.Instant}.
 */
interface Dialect {
  /** True if the request is written in this dialect. */
  boolean speaks(Exchange exchange);

  /**
   * Reads a request.
   *
   * @throws ServiceError SerializationException for a body that cannot be read,
   *     UnknownOperationException for a service or operation name that cannot be
   */
  ControlCall decode(Exchange exchange);

  Reply encode(Exchange exchange, ControlCall call, ObjectNode output);

  Reply encode(Exchange exchange, ServiceError error);
}
