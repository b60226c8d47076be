/**
 * The sandbox's state: a pretend SageMaker, Application Auto Scaling, CloudWatch, CloudWatch Logs
 * and Service Quotas account. Typed, on an injectable clock, without network and wire format.
 *
 * <p>{@link dev.rundle.sandbox.world.World} is the entry point. Everything behind it is guarded by
 * one lock, so every method may be called from any thread; callbacks run after the lock has been
 * released.
 */
package dev.rundle.sandbox.world;
