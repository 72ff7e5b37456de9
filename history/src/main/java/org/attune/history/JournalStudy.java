package org.attune.history;

import org.attune.api.Entry;
import org.attune.api.History;
import org.attune.api.Records;
import org.attune.api.Reservation;

import java.util.List;
import java.util.function.Function;

/** One study of a journal. */
record JournalStudy(Journal journal, String name) implements History {
    @Override
    public Records records() {
        return journal.records(name);
    }

    @Override
    public Records update(Function<Records, List<? extends Entry>> change) {
        return journal.update(name, change);
    }

    @Override
    public Reservation reserve(int count) {
        return new ProposalQueue(journal.file(), name).take(count);
    }

    @Override
    public void close() {
        // the journal is its opener's
    }
}
