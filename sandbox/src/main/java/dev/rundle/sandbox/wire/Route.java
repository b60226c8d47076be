package dev.rundle.sandbox.wire;

/** A part of the sandbox that answers some requests. */
public interface Route {
  /** True if this part answers the request. */
  boolean matches(Exchange exchange);

  /**
   * Answers the request, now or later; called on the connection's event loop, so it must not block.
   *
   * @throws ServiceError answered by the router in {@link #failure}'s form
   */
  void handle(Exchange exchange);

  /** How this part words an error. */
  Reply failure(Exchange exchange, ServiceError error);
}
