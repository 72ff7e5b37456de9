package org.attune.history.formats;

import org.attune.api.History;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.TuningProblem;
import org.attune.testkit.HistoryContract;

import java.nio.file.Path;
import java.util.List;

/** With a problem that has the names of the contract's trials: the store reads values by it. */
class GptuneStoreContractTest extends HistoryContract {
    private final TuningProblem problem =
            TuningProblem.named("contract")
                    .task(Parameter.integer("n", 1, 1L << 53))
                    .parameter(Parameter.real("x", 0, 10))
                    .parameter(Parameter.integer("k", 0, 10))
                    .parameter(Parameter.categorical("c", List.of("3", "4")))
                    .parameter(Parameter.real("tiny", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    @Override
    protected History open(Path folder) {
        return GptuneStore.open(folder.resolve("contract.json"), problem).study("main");
    }
}
