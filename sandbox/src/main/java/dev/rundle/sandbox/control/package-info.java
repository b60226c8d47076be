/**
 * The control planes' operations: each reads its input from a tree, asks or changes the world, and
 * builds its output as a tree, whichever dialect the client speaks.
 */
package dev.rundle.sandbox.control;
