package org.attune.execution;

import org.attune.api.Evaluator;
import org.attune.testkit.EvaluatorContract;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class CommandEvaluatorContractTest extends EvaluatorContract {
    @TempDir Path folder;

    @Override
    protected Evaluator evaluator(Program program) {
        String script =
                switch (program) {
                    case COPIES_X -> "echo y={x}";
                    case FAILS -> "exit 1";
                    case HANGS -> "sleep 1000";
                };
        var settings =
                CommandSettings.of(
                        problem(),
                        Map.of(
                                "command", List.of("sh", "-c", script),
                                "outputs", Map.of("y", Map.of("regex", "y=(\\S+)"))));
        return new CommandEvaluator(problem(), settings, folder, folder.resolve("runs"), 2);
    }
}
