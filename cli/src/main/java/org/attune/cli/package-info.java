/**
 * The {@code attune} command: {@link org.attune.cli.Attune} is the entry, a class per verb does the
 * work.
 */
package org.attune.cli;
