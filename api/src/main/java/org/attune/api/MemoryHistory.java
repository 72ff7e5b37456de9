package org.attune.api;

import java.util.List;
import java.util.function.Function;

/** A history that lives as long as its process. */
public final class MemoryHistory implements History {
    private RecordLog log = new RecordLog();

    /** Starts empty. */
    public MemoryHistory() {}

    @Override
    public synchronized Records records() {
        return log.snapshot();
    }

    @Override
    public synchronized Records update(Function<Records, List<? extends Entry>> change) {
        Records before = log.snapshot();
        var next = new RecordLog(before);
        change.apply(before).forEach(next::add); // an entry that does not fit leaves nothing
        log = next;
        return next.snapshot();
    }

    @Override
    public void close() {
        // memory needs no closing
    }

    @Override
    public String toString() {
        return "History in memory: " + records();
    }
}
