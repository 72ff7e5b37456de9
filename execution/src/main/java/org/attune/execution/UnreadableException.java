package org.attune.execution;

/** An output of a run holds no finite value; the message says what was found instead. */
final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
        super(message);
    }
}
