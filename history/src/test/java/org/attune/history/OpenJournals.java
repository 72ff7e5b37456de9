package org.attune.history;

import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Journals of a test, closed at its end: after updates that follow each other at once a journal
 * gives its lock back, and writes its end mark, some milliseconds later, while the test's folder is
 * being deleted.
 */
final class OpenJournals implements AutoCloseable {
    private final Queue<Journal> opened = new ConcurrentLinkedQueue<>();

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
