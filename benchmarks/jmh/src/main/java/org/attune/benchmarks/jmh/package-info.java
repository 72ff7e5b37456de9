/**
 * How fast the hot paths are: linear algebra by backend, and proposals.
 *
 * <p>Run by hand; see the README. Nothing here is published.
 */
package org.attune.benchmarks.jmh;
