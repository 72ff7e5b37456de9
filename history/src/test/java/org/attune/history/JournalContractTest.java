package org.attune.history;

import org.attune.api.History;
import org.attune.testkit.HistoryContract;

import java.nio.file.Path;

class JournalContractTest extends HistoryContract {
    @Override
    protected History open(Path folder) {
        return Journal.open(folder.resolve("problem.jsonl"), "problem").study("main");
    }
}
