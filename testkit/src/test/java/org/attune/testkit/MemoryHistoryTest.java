package org.attune.testkit;

import java.nio.file.Path;
import org.attune.api.History;
import org.attune.api.MemoryHistory;

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
