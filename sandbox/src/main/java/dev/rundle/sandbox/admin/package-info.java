/**
 * The sandbox's own administration over HTTP: faults on demand, instances, quotas, a state dump.
 */
package dev.rundle.sandbox.admin;
