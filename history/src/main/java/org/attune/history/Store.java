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

    /** Returns the history of a study, which may be one that is still to be started. */
    History study(String name);

    /** Returns what this object has repaired or left out, for a human. */
    List<String> notes();

    @Override
    void close();
}
