package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.MemoryHistory;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Sizes that have to be multiples of something. */
class AlignmentTest {
    private static final TuningProblem PROBLEM = problem(TuningProblem.named("tiles"));
    private static final TuningProblem EXTENTS =
            problem(TuningProblem.named("extents").task(Parameter.integer("extent", 1, 8)));
    private static final List<Point> TASKS =
            LongStream.of(2, 3, 4).mapToObj(extent -> Point.of("extent", extent)).toList();

    private static final int TRIALS = 25;
    private static final int SEEDS = 8;
    private static final int SEEDS_OF_TASKS = 5;
    private static final double NONE = 2; // stands for the best value where all runs fail

    private static TuningProblem problem(TuningProblem.Builder builder) {
        return builder.parameter(Parameter.integer("rows", 1, 1024))
                .parameter(Parameter.integer("columns", 1, 256).log())
                .parameter(Parameter.categorical("order", List.of("ij", "ji")))
                .objective(Objective.minimize("seconds"))
                .build();
    }

    /** Rows have to be a multiple of 16; of 256 they fall into the same sets of a cache. */
    private static double seconds(Point p) {
        return seconds(p, 180);
    }

    private static double seconds(Point p, double best) {
        double rows = p.number("rows");
        double off = Math.log(rows / best) / 4;
        double other = Math.log(p.number("columns") / 30) / 4;
        return (1 + off * off + 0.5 * other * other + 0.3 * off * other)
                * (rows % 256 == 0 ? 1.6 : rows % 16 == 0 ? 1 : 1.25)
                * (p.get("order").equals("ij") ? 1 : 1.1);
    }

    private static Outcome slow(Point p) {
        return Outcome.measured("seconds", seconds(p));
    }

    /** A kernel that is not built for other rows than multiples of 16. */
    private static Outcome failing(Point p) {
        return p.number("rows") % 16 == 0
                ? Outcome.measured("seconds", seconds(p))
                : Outcome.failed(FailureCause.CRASH, "rows have to be a multiple of 16");
    }

    private static Study study(long seed, boolean alignment, MemoryHistory history) {
        return Study.of(PROBLEM)
                .tuner(new GpLcmTuner.Provider())
                .options(Map.of("alignment", Boolean.toString(alignment)))
                .seed(seed)
                .trials(TRIALS)
                .history(history)
                .open();
    }

    private static List<Trial> tuned(
            long seed, boolean alignment, Function<Point, Outcome> program) {
        try (Study study = study(seed, alignment, new MemoryHistory())) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                study.tell(trial.number(), program.apply(trial.configuration()));
            }
            return study.records().trials();
        }
    }

    /** Returns the best value of each study, as a mean; 1 is the least. */
    private static double best(boolean alignment, Function<Point, Outcome> program) {
        return LongStream.range(0, SEEDS)
                .mapToDouble(seed ->
                        tuned(seed, alignment, program).stream()
                                .filter(t -> t.outcome() instanceof Outcome.Measured)
                                .mapToDouble(t -> seconds(t.configuration()))
                                .min()
                                .orElse(NONE))
                .average()
                .orElseThrow();
    }

    @Test
    void multiplesAreFound() {
        double with = best(true, AlignmentTest::slow);
        double without = best(false, AlignmentTest::slow);
        assertTrue(with - 1 < 0.3 * (without - 1), with + " with alignment, " + without);
    }

    @Test
    void multiplesAreFoundWhereOthersFail() {
        double with = best(true, AlignmentTest::failing);
        double without = best(false, AlignmentTest::failing);
        assertTrue(with - 1 < 0.3 * (without - 1), with + " with alignment, " + without);
    }

    /** Three extents, each with its own best rows, in one study: ten runs of each are enough. */
    @Test
    void tasksTellEachOtherOfMultiples() {
        double with = best(true);
        double without = best(false);
        assertTrue(with - 1 < 0.4 * (without - 1), with + " with alignment, " + without);
    }

    /** Returns the best value of each task, as a mean over these and seeds; 1 is the least. */
    private static double best(boolean alignment) {
        return LongStream.range(0, SEEDS_OF_TASKS)
                .mapToObj(seed -> together(seed, alignment))
                .flatMap(trials ->
                        TASKS.stream()
                                .map(task ->
                                        trials.stream()
                                                .filter(t -> t.task().equals(task))
                                                .mapToDouble(AlignmentTest::ofTask)
                                                .min()
                                                .orElseThrow()))
                .mapToDouble(least -> least)
                .average()
                .orElseThrow();
    }

    private static List<Trial> together(long seed, boolean alignment) {
        try (Study study =
                Study.of(EXTENTS)
                        .tasks(TASKS)
                        .tuner(new GpLcmTuner.Provider())
                        .options(Map.of("alignment", Boolean.toString(alignment)))
                        .seed(seed)
                        .trials(10)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                for (Trial trial : asked) {
                    study.tell(trial.number(), Outcome.measured("seconds", ofTask(trial)));
                }
            }
            return study.records().trials();
        }
    }

    private static double ofTask(Trial trial) {
        return seconds(trial.configuration(), 60 * trial.task().number("extent"));
    }

    /** A study that is opened anew for each trial goes on as one that stays open. */
    @Test
    void aRestartChangesNothing() {
        List<Trial> whole = tuned(3, true, AlignmentTest::failing);
        var history = new MemoryHistory();
        for (int i = 0; i < TRIALS; i++) {
            try (Study study = study(3, true, history)) {
                Trial trial = study.ask(1).getFirst();
                study.tell(trial.number(), failing(trial.configuration()));
            }
        }
        assertEquals(configurations(whole), configurations(history.records().trials()));
    }

    private static List<Point> configurations(List<Trial> trials) {
        return trials.stream().map(Trial::configuration).toList();
    }
}
