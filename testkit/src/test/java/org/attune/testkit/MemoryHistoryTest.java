package org.attune.testkit;

import org.attune.api.History;
import org.attune.api.MemoryHistory;

import java.nio.file.Path;

class MemoryHistoryTest extends HistoryContract {
    @Override
    protected History open(Path folder) {
        return new MemoryHistory();
    }

    @Override
    protected boolean isPersistent() {
        return false;
    }
}
