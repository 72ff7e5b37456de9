/**
 * Problems whose true values are known without measuring.
 *
 * <p>{@link org.attune.benchmarks.problems.Benchmark} is what a run needs of a problem; {@link
 * org.attune.benchmarks.problems.BenchmarkProblem} makes one of a formula. A suite is a list of
 * them.
 */
package org.attune.benchmarks.problems;
