package org.attune.cli;

/** The user has ended what ran, before there was a result. */
final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Interrupts.Kind kind;

    Interrupted(Interrupts.Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    Interrupts.Kind kind() {
        return kind;
    }
}
