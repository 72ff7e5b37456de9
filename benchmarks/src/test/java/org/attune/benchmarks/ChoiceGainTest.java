package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Proposal;
import org.attune.api.Recommendation;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Shares that were worked out by hand from runs that found what the test says. */
class ChoiceGainTest {
    private static final int BUDGET = 10;
    private static final String TAKEN = "usual";

    @TempDir private Path folder;

    private final List<String> lines = new ArrayList<>();

    /** The one that recommends itself. */
    public static final class Usual implements TunerProvider {
        /** For the service loader. */
        public Usual() {}

        @Override
        public String name() {
            return TAKEN;
        }

        @Override
        public String summary() {
            return "Is chosen.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public List<Recommendation> recommendations() {
            return List.of(Recommendation.always("it always is", 0.5, "nowhere"));
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) -> new Proposal.Done("nothing is run");
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }

    private Tuners tuners() throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(TunerProvider.class.getName()), Usual.class.getName());
        var alone = // without the services of others
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null) {
                    @Override
                    protected Class<?> findClass(String name) throws ClassNotFoundException {
                        return ChoiceGainTest.class.getClassLoader().loadClass(name);
                    }
                };
        return Tuners.from(alone);
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
                tuners(),
                List.of(file.toString()),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().skip(2).toList();
    }

    @Test
    void theBestOtherIsTheOneAgainstWhichTheShareIsLeast() throws IOException {
        ran(TAKEN, "branin", 1, 4);
        ran("sobol", "branin", 2, 3); // half of the four pairs
        ran("random", "branin", 4, 5); // three are won, one is equal
        ran(TAKEN, "hartmann6", 1, 1);
        ran("sobol", "hartmann6", 1, 2); // two of four are equal, two are won
        ran("random", "hartmann6", 0, 2); // half
        assertEquals(
                List.of("| numbers | 10 | 10 | 2 | 2 | `%s` | `sobol` | 0.625 |".formatted(TAKEN)),
                table());
    }

    /** One that has run what is easy for it alone is not compared. */
    @Test
    void aTunerCountsWhereItHasRunEveryProblem() throws IOException {
        ran(TAKEN, "branin", 1);
        ran("sobol", "branin", 2);
        ran("random", "branin", 0);
        ran(TAKEN, "hartmann6", 1);
        ran("sobol", "hartmann6", 2);
        assertEquals(
                List.of("| numbers | 10 | 10 | 2 | 1 | `%s` | `sobol` | 1.000 |".formatted(TAKEN)),
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
