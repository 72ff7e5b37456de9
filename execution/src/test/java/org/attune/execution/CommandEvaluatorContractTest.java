package org.attune.execution;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.api.Evaluator;
import org.attune.testkit.EvaluatorContract;
import org.junit.jupiter.api.io.TempDir;

class CommandEvaluatorContractTest extends EvaluatorContract {
    @TempDir Path folder;

    @Override
    protected Evaluator evaluator(Program program) {
        String script =
                switch (program) {
                    case COPIES_X -> "echo y={x}";
                    case FAILS -> "echo told to fail >&2; exit 3";
                    case HANGS -> "sleep 3600";
                };
        Map<String, Object> evaluation =
                Map.of(
                        "command", List.of("sh", "-c", script),
                        "outputs", Map.of("y", Map.of("regex", "y=([0-9.eE+-]+)")));
        return new CommandEvaluator(
                problem(),
                CommandSettings.of(problem(), evaluation),
                folder,
                folder.resolve("runs"),
                2);
    }
}
