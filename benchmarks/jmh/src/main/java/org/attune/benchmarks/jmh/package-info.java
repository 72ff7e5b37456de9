/**
 * How fast the hot paths are: linear algebra by backend, proposals, expressions and the journal.
 *
 * <p>Run by hand; see the README. Nothing here is published.
 */
package org.attune.benchmarks.jmh;
