package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.testkit.TestProblem;
import org.attune.testkit.TestProblems;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * What these tuners propose does not change with the code that they share: an existing study must
 * go on with the same trials.
 *
 * <p>The file has a line for each tuner and problem: the number of trials, a checksum of them, and
 * why the study ended. Real values count with nine digits, since logarithms may differ in the last
 * bits between machines.
 */
class GoldenProposalsTest {
    private static final int TRIALS = 24;

    static List<TunerProvider> providers() {
        return List.of(
                new RandomTuner.Provider(),
                new SobolTuner.Provider(),
                new LatinHypercubeTuner.Provider(),
                new ParzenTuner.Provider(),
                new EvolutionaryTuner.Provider(),
                new BanditTuner.Provider(),
                new ForestTuner.Provider());
    }

    @ParameterizedTest
    @MethodSource("providers")
    void areThoseOfTheFile(TunerProvider provider) throws IOException {
        assertEquals(
                recorded().filter(l -> l.startsWith(provider.name() + " ")).toList(),
                TestProblems.all().stream().map(p -> line(provider, p)).toList());
    }

    private static Stream<String> recorded() throws IOException {
        try (var file = GoldenProposalsTest.class.getResourceAsStream("proposals.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines();
        }
    }

    private static String line(TunerProvider provider, TestProblem problem) {
        boolean hasInitial = provider.options().stream().anyMatch(o -> o.name().equals("initial"));
        Study study =
                Study.of(problem.problem())
                        .tasks(problem.tasks())
                        .tuner(provider)
                        .options(hasInitial ? Map.of("initial", "5") : Map.of())
                        .trials(TRIALS)
                        .seed(7)
                        .open();
        var seen = new ArrayList<String>();
        for (int round = 0; study.status().state() == Study.State.RUN; round++) {
            for (Trial trial : study.ask(1 + round % 3)) { // some beside pending ones
                seen.add(words(trial));
                study.tell(trial.number(), outcome(problem, trial));
            }
        }
        var checksum = new CRC32C();
        checksum.update(String.join("\n", seen).getBytes(StandardCharsets.UTF_8));
        return "%s %s %d %08x %s"
                .formatted(
                        provider.name(),
                        problem.name(),
                        seen.size(),
                        checksum.getValue(),
                        study.status().why());
    }

    private static Outcome outcome(TestProblem problem, Trial trial) {
        return trial.number() % 7 == 3
                ? Outcome.failed(FailureCause.CRASH, "")
                : problem.evaluate(trial.candidate());
    }

    private static String words(Trial trial) {
        var values = new TreeMap<String, String>();
        trial.configuration()
                .values()
                .forEach((name, value) ->
                        values.put(
                                name,
                                value instanceof Double d
                                        ? String.format(Locale.ROOT, "%.8e", d)
                                        : value.toString()));
        return "%d %s %s %s".formatted(trial.number(), trial.task(), trial.origin(), values);
    }
}
