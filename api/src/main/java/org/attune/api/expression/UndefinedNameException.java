package org.attune.api.expression;

/**
 * An expression read a name that has no value here, such as a conditional parameter that is not
 * active. It is part of normal work, so it carries no stack trace and one instance serves all.
 */
public final class UndefinedNameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String name;

    UndefinedNameException(String name) {
        super("'" + name + "' has no value here", null, false, false);
        this.name = name;
    }

    /** The name that was read. */
    public String name() {
        return name;
    }
}
