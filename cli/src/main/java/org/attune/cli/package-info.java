/**
 * The {@code attune} command: one class per verb.
 *
 * <p>Start at {@link org.attune.cli.Attune}. It makes a {@code Session} (streams, plug-ins, what
 * every verb shares) and adds the verbs of {@code Verbs} to it. Options that several verbs take are
 * mixed in: {@code ProblemArguments} says which study of which problem is meant, {@code
 * StudyArguments} how a new one is set up. {@code OpenStudy} is a study that trials are asked of,
 * {@code StoredStudy} one that is only read; {@code Summary} is what {@code tune} and {@code best}
 * report.
 *
 * <p>Results go to standard output, everything else to standard error. Verbs throw; {@code
 * Failures} turns what they throw into one line and an exit code.
 */
package org.attune.cli;
