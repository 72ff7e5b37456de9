package org.attune.history;

import org.attune.api.History;
import org.attune.testkit.HistoryContract;
import org.junit.jupiter.api.AutoClose;

import java.nio.file.Path;

class JournalContractTest extends HistoryContract {
    @AutoClose private final OpenJournals journals = new OpenJournals();

    @Override
    protected History open(Path folder) {
        return journals.open(folder.resolve("problem.jsonl"), "problem").study("main");
    }
}
