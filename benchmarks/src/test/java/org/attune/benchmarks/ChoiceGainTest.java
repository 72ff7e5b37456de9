package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.Tuners;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shares that were worked out by hand from runs that found what the test says. */
class ChoiceGainTest {
    private static final int BUDGET = 10;
    private static final Tuners TUNERS = Tuners.available();

    @TempDir private Path folder;

    private final List<String> lines = new ArrayList<>();

    private static String taken(String problem) {
        var benchmark = Suites.byName().get(problem);
        return TUNERS.chosenFor(
                        benchmark.problem(), benchmark.tasks().subList(0, 1), BUDGET, 0, Map.of())
                .provider()
                .name();
    }

    private void ran(String tuner, String problem, double... found) {
        for (int seed = 0; seed < found.length; seed++) {
            lines.add(
                    new RunResult(
                                    new RunResult.Key(tuner, problem + ":0", seed, BUDGET),
                                    Collections.nCopies(BUDGET, found[seed]),
                                    List.of(),
                                    Optional.empty())
                            .json());
        }
    }

    private List<String> table() throws IOException {
        Path file = Files.write(folder.resolve("runs.jsonl"), lines);
        var out = new ByteArrayOutputStream();
        ChoiceGain.print(
                TUNERS,
                List.of(file.toString()),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().skip(2).toList();
    }

    @Test
    void theBestOtherIsTheOneAgainstWhichTheShareIsLeast() throws IOException {
        String taken = taken("branin");
        ran(taken, "branin", 1, 4);
        ran("sobol", "branin", 2, 3); // half of the four pairs
        ran("random", "branin", 4, 5); // one of four is equal, three are won
        ran(taken, "hartmann6", 1, 1);
        ran("sobol", "hartmann6", 1, 2); // two of four are equal, two are won
        ran("random", "hartmann6", 0, 2); // half
        assertEquals(taken, taken("hartmann6"));
        assertEquals(
                List.of("| numbers | 10 | 10 | 2 | 2 | `%s` | `sobol` | 0.625 |".formatted(taken)),
                table());
    }

    /** One that has run what is easy for it alone is not compared. */
    @Test
    void aTunerCountsWhereItHasRunEveryProblem() throws IOException {
        String taken = taken("branin");
        ran(taken, "branin", 1);
        ran("sobol", "branin", 2);
        ran("random", "branin", 0);
        ran(taken, "hartmann6", 1);
        ran("sobol", "hartmann6", 2);
        assertEquals(
                List.of("| numbers | 10 | 10 | 2 | 1 | `%s` | `sobol` | 1.000 |".formatted(taken)),
                table());
    }

    @Test
    void withoutFilesItSaysWhatItWants() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> Experiments.run("ChoiceGain"))
                        .getMessage();
        assertEquals("usage: ChoiceGain FILE...", message);
    }
}
