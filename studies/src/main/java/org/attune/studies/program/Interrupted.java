package org.attune.studies.program;

/** The user has ended what ran, before there was a result. */
public final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 2;

    Interrupted(String message) {
        super(message);
    }
}
