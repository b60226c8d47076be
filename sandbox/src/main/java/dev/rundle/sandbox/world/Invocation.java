package dev.rundle.sandbox.world;

/** A request inside the world. All methods may be called from any thread and more than once. */
public interface Invocation {
  /** The first chunk has been written to the client. */
  void firstChunkSent();

  /** How the response ended. */
  enum End {
    /** The last byte was written. */
    COMPLETE,
    /** A fault was enacted: cut, or an exception in the stream. */
    BROKEN,
    /** The client has gone: a queued request leaves the queue, a running one runs out its slot. */
    CLIENT_GONE
  }

  /**
   * The response has ended; the request no longer counts as concurrent. Only the first call counts.
   * Has to be called on every path of a served or still queued request.
   */
  void ended(End end);
}
