package org.attune.studies;

import java.util.Locale;

/** What kind of file a history is. */
public enum DbFormat {
    /** The journal. */
    ATTUNE,
    /** A history file of GPTune. */
    GPTUNE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
