/**
 * Files of other programs, in and out of the records of a study.
 *
 * <p>Every format has a reader from a file to a {@link org.attune.history.formats.Reading}, which
 * holds trials and says what was left out and why, and a writer from records to text. All of them
 * are functions of what they are given: nothing here opens a journal.
 *
 * <ul>
 *   <li>GPTune's history files: {@link org.attune.history.formats.GptuneReader}, {@link
 *       org.attune.history.formats.GptuneWriter}. Records of all years are brought to the newest
 *       names by {@code GptuneRecord}, values to the type that the problem declares by {@code
 *       DeclaredValue}.
 *   <li>{@code PythonJson} and {@code PythonText} read and write JSON as Python does, with its
 *       {@code NaN}.
 * </ul>
 */
package org.attune.history.formats;
