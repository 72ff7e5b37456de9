package org.attune.history.formats;

import java.util.List;

/** A table that lacks columns. */
final class MissingColumnsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<String> missing;
    private final transient List<String> columns;

    /**
     * A table.
     *
     * @param missing what was looked for
     * @param columns what it has
     */
    MissingColumnsException(String message, List<String> missing, List<String> columns) {
        super(message);
        this.missing = List.copyOf(missing);
        this.columns = List.copyOf(columns);
    }

    List<String> missing() {
        return missing;
    }

    List<String> columns() {
        return columns;
    }
}
