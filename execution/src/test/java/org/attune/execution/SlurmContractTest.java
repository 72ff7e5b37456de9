package org.attune.execution;

import org.attune.api.Evaluator;
import org.attune.testkit.EvaluatorContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@EnabledIf("org.attune.execution.SlurmJobsTest#hasCommands")
class SlurmContractTest extends EvaluatorContract {
    @TempDir Path folder;
    private final List<StandIn> schedulers = new ArrayList<>();

    @AfterEach
    void awaitEnd() throws InterruptedException {
        for (StandIn slurm : schedulers) {
            slurm.awaitEnd();
        }
    }

    @Override
    protected Evaluator evaluator(Program program) {
        String script =
                switch (program) {
                    case COPIES_X -> "echo y={x}";
                    case FAILS -> "exit 1";
                    case HANGS -> "sleep 1000";
                };
        try {
            StandIn slurm = StandIn.slurm(folder.resolve("bin" + System.nanoTime()));
            schedulers.add(slurm);
            var settings =
                    CommandSettings.of(
                            problem(),
                            Map.of(
                                    "command", List.of("sh", "-c", script),
                                    "outputs", Map.of("y", Map.of("regex", "y=(\\S+)")),
                                    "slurm", slurm.section()));
            return new CommandEvaluator(problem(), settings, folder, folder.resolve("runs"), 2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
