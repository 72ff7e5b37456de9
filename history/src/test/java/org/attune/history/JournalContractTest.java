package org.attune.history;

import java.nio.file.Path;
import org.attune.api.History;
import org.attune.testkit.HistoryContract;

class JournalContractTest extends HistoryContract {
    @Override
    protected History open(Path folder) {
        return Journal.open(folder.resolve("problem.jsonl"), "problem").study("main");
    }
}
