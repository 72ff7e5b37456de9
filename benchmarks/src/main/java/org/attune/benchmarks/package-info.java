/**
 * Runs of tuners on test problems, for comparison.
 *
 * <p>{@link org.attune.benchmarks.BenchRun} is the whole of {@code attune bench run}: it takes
 * problems from a {@link org.attune.benchmarks.ProblemSource} (a suite of this package's
 * subpackage, or a process that speaks the line protocol described in the README), runs one study
 * for each tuner, problem and seed, and appends a line of JSON for each to a file. Runs that the
 * file has already are skipped.
 */
package org.attune.benchmarks;
