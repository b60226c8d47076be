/** Invocations: what the world plans for a request, brought to the client in time, as audio. */
package dev.rundle.sandbox.runtime;
