/**
 * The {@code attune} command: {@link org.attune.cli.Attune} runs a line of it, {@code Verbs} lists
 * the verbs, each of which is one class in a room of its own: {@code app}, {@code study}, {@code
 * model} and {@code history}. Options that several verbs take are in {@code open}, what every verb
 * needs in {@code shell}. What they open and print comes from the module {@code studies}.
 *
 * <p>Results go to standard output, everything else to standard error. Verbs throw; {@code
 * Failures} turns what they throw into one line and an exit code.
 */
package org.attune.cli;
