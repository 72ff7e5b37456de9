package org.attune.history.formats;

import org.attune.api.History;
import org.attune.testkit.HistoryContract;
import org.attune.testkit.TestProblems;

import java.nio.file.Path;

class GptuneStoreContractTest extends HistoryContract {
    @Override
    protected History open(Path folder) {
        return GptuneStore.open(folder.resolve("problem.json"), TestProblems.conditional().problem())
                .study("main");
    }
}
