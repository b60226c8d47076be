/**
 * A local SageMaker with Application Auto Scaling, CloudWatch, CloudWatch Logs, Service Quotas and
 * STS, for unmodified AWS clients with an endpoint override. {@link dev.rundle.sandbox.Sandbox}
 * starts one; its state is in {@code world}, what is on the wire in {@code wire}, what the calls do
 * in {@code control} (control planes), {@code runtime} (invocations) and {@code admin} (the
 * sandbox's own administration).
 */
package dev.rundle.sandbox;
