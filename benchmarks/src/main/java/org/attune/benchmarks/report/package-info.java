/**
 * Reports of comparisons: {@link org.attune.benchmarks.report.BenchReport} reads result files, of
 * Attune's own runs and of other tools, and writes a page with all figures.
 *
 * <p>From below to above: {@code Campaign} holds the runs; {@code Sample} picks the tuners and
 * problems that can be compared at a number of evaluations; {@code Ranks}, {@code Friedman}, {@code
 * Nemenyi}, {@code Profiles}, {@code FinalValues} and {@code TaskRatios} compute; {@code Figures}
 * turns numbers into pictures and tables of {@link org.attune.charts}; {@code Page} writes HTML.
 * The same files give the same page, byte by byte: no clock and no random stream decides anything.
 */
package org.attune.benchmarks.report;
