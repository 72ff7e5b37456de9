package org.attune.bayesopt;

/** A set of defaults for the other options of the engine. */
public enum Profile {
    /** What measurements chose. */
    STANDARD,
    /** The published method of GPTune, for comparison. */
    GPTUNE
}
