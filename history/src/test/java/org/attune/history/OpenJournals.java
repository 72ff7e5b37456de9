package org.attune.history;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Journals of a test, closed at its end: after updates that follow each other at once a journal
 * gives its lock back, and writes its end mark, some milliseconds later, while the test's folder is
 * being deleted.
 */
final class OpenJournals implements AutoCloseable {
    private final List<Journal> opened = new ArrayList<>();

    Journal open(Path file, String problem) {
        Journal journal = Journal.open(file, problem);
        opened.add(journal);
        return journal;
    }

    @Override
    public void close() {
        opened.forEach(Journal::close);
    }
}
