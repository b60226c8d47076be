/**
 * HTTP and AWS' dialects on top of it: JSON 1.0 and 1.1, rpc-v2-cbor, and query with XML. Knows
 * nothing of what the calls do.
 */
package dev.rundle.sandbox.wire;
