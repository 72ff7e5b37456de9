package org.attune.history;

import org.attune.api.History;

import java.nio.file.Path;
import java.util.List;

/** A file that keeps the studies of one problem, shared by any number of threads and processes. */
public interface Store extends AutoCloseable {
    /** Returns the file. */
    Path file();

    /** Returns the names of the studies that have records, in the order of their first ones. */
    List<String> studies();

    /**
     * Returns the history of a study, which may be one that is still to be started. Closing it
     * closes nothing here.
     *
     * @throws IllegalArgumentException if the name is not 1 to 64 letters, digits, dots, hyphens
     *     and underscores, or does not start with a letter or digit: it is also the name of a
     *     folder
     */
    History study(String name);

    /** Returns what this object has repaired or left out, for a human. */
    List<String> notes();

    @Override
    void close();

    /** Refuses a name that {@link #study} does. */
    static void requireName(String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw new IllegalArgumentException(
                    ("'%s' cannot name a study. Use up to 64 letters, digits, '.', '-' and '_', and"
                                    + " start with a letter or digit.")
                            .formatted(Shown.text(name)));
        }
    }
}
