/**
 * Runs trials.
 *
 * <p>Three kinds of errors are kept apart. What the user wrote wrongly in the {@code evaluation}
 * section is an {@link java.lang.IllegalArgumentException} that begins with the field, such as
 * {@code evaluation.outputs.seconds.regex}, before anything has run. What the application does
 * wrong is an {@link org.attune.api.Outcome.Failed}. What the computer does wrong, such as a full
 * disk, is an {@link java.io.UncheckedIOException} in the future of the trial.
 *
 * <p>Start with {@link org.attune.execution.CommandEvaluator} and {@link
 * org.attune.execution.TuningLoop}.
 */
package org.attune.execution;
