package org.attune.api;

/** Hears what happens in a study; for progress, reports and live pages. */
public interface StudyObserver {
    /** A trial has been proposed. */
    default void asked(Trial trial) {}

    /** The outcome of a trial has been recorded. */
    default void told(Trial trial) {}

    /** Something that a user should know. */
    default void note(String text) {}
}
