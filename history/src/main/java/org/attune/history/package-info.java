/**
 * The journal: an append-only text file with one checked line per record, shared by any number of
 * processes.
 *
 * <p>Start with {@link org.attune.history.Journal}. Below it, from the outside in:
 *
 * <ul>
 *   <li>{@code EntryText} turns entries into JSON objects and back, {@code Json} these into text
 *       and back;
 *   <li>{@code Line} adds the checksum to an object's text and takes it off again;
 *   <li>{@code Chain} tells which lines count, by the links from each to the one before it;
 *   <li>{@code LineScanner} finds the lines of a file from an offset on;
 *   <li>{@code LeaseLock} lets one process write at a time, without locks of the operating system,
 *       and {@code Holder} is who holds it;
 *   <li>{@code JournalMerge} makes one journal of several, {@code TrialUids} tells their trials
 *       apart;
 *   <li>{@code Tail} writes at the end of the file, and nowhere else.
 * </ul>
 *
 * <p>The README of this module describes the format.
 */
package org.attune.history;
