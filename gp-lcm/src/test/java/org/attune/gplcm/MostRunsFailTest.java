package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Programs that run in a small part of the space only. */
class MostRunsFailTest {
    private static final int TRIALS = 24;
    private static final Outcome CRASHED = Outcome.failed(FailureCause.CRASH, "no memory");

    private static final TuningProblem SIZES =
            TuningProblem.named("sizes")
                    .parameter(Parameter.integer("rows", 1, 1024))
                    .parameter(Parameter.integer("columns", 1, 1024))
                    .parameter(Parameter.integer("depth", 1, 1024))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private static final TuningProblem SOLVERS =
            TuningProblem.named("solvers")
                    .parameter(choice("solver", "cg"))
                    .parameter(choice("smoother", "jacobi"))
                    .parameter(choice("coarsening", "pmis"))
                    .parameter(choice("cycle", "v"))
                    .parameter(Parameter.real("threshold", 0, 1).withDefault(0.5))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private static Parameter choice(String name, String works) {
        return Parameter.categorical(name, List.of("a", "b", "c", works, "other", "last"))
                .withDefault(works);
    }

    /** One in a thousand configurations has the memory. */
    private static Outcome sizes(Point p) {
        double rows = Math.log(p.number("rows"));
        double columns = Math.log(p.number("columns"));
        double depth = Math.log(p.number("depth"));
        double off = rows - 3;
        double other = columns - 4;
        return rows + columns + depth > Math.log(1 << 16)
                ? CRASHED
                : Outcome.measured("seconds", 1 + (off * off + other * other + depth) / 30);
    }

    /** Of each choice the default works, and one more, which is faster. */
    private static Outcome solvers(Point p) {
        double seconds = 2 + Math.pow(p.number("threshold") - 0.3, 2);
        for (Parameter parameter : SOLVERS.parameterSpace().parameters().subList(0, 4)) {
            Object value = p.get(parameter.name());
            if (value.equals("last")) {
                seconds -= 0.25;
            } else if (!value.equals(parameter.defaultValue().orElseThrow())) {
                return CRASHED;
            }
        }
        return Outcome.measured("seconds", seconds);
    }

    private static List<Trial> tuned(
            TuningProblem problem, long seed, boolean fallback, Function<Point, Outcome> program) {
        try (Study study =
                Study.of(problem)
                        .tuner(new GpLcmTuner.Provider())
                        .options(Map.of("fallback", Boolean.toString(fallback)))
                        .seed(seed)
                        .trials(TRIALS)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                asked.forEach(t -> study.tell(t.number(), program.apply(t.configuration())));
            }
            return study.records().trials();
        }
    }

    private static double best(List<Trial> trials) {
        return trials.stream()
                .filter(t -> t.outcome() instanceof Outcome.Measured)
                .mapToDouble(
                        t -> ((Outcome.Measured) t.outcome()).outputs().get("seconds").getFirst())
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    @Test
    void whatIsTooLargeIsNotTooLargeEverywhere() {
        for (long seed = 0; seed < 4; seed++) {
            double best = best(tuned(SIZES, seed, true, MostRunsFailTest::sizes));
            assertTrue(best < 1.1, "seed %d: %s".formatted(seed, best));
        }
    }

    /** Best times go in steps of a quarter: what rounds moves the mean of a few studies. */
    @Test
    void changesOfWhatRunsAreTried() {
        double with = meanOfSolvers(true);
        double without = meanOfSolvers(false);
        assertTrue(with < without - 0.2, with + ", without " + without);
    }

    private static double meanOfSolvers(boolean fallback) {
        return LongStream.range(0, 8)
                .mapToDouble(
                        seed -> best(tuned(SOLVERS, seed, fallback, MostRunsFailTest::solvers)))
                .average()
                .orElseThrow();
    }

    @Test
    void whereAllRunsFailNoneIsRepeated() {
        List<Trial> trials = tuned(SIZES, 1, true, p -> CRASHED);
        assertEquals(TRIALS, trials.size());
        assertEquals(
                TRIALS, new HashSet<>(trials.stream().map(Trial::configuration).toList()).size());
        List<Point> running =
                trials.stream()
                        .filter(t -> t.origin().equals(new Origin(Origin.Phase.SEARCH, "running")))
                        .map(Trial::configuration)
                        .toList();
        assertEquals(Point.of("rows", 1L, "columns", 1L, "depth", 1L), running.get(0));
        assertEquals(Point.of("rows", 1024L, "columns", 1024L, "depth", 1024L), running.get(1));
    }
}
