package org.attune.studies.program;

import org.attune.cli.shell.Interrupts;

/** The user has ended what ran, before there was a result. */
public final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Interrupts.Kind kind;

    public Interrupted(Interrupts.Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Interrupts.Kind kind() {
        return kind;
    }
}
