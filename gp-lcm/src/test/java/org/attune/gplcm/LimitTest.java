package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.MemoryHistory;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Penalties;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Runs fail beyond a limit that is not known, beside which the best configurations lie. */
class LimitTest {
    private static final double[] SIZES = {0.9, 0.7, 0.5};
    private static final double LIMIT = 1.2;
    private static final int TRIALS = 40;
    private static final int SEEDS = 8;

    private static final double PENALTY = 1e30;
    private static final Objective SECONDS = Objective.minimize("seconds");

    private static TuningProblem problem(Objective objective) {
        var builder = TuningProblem.named("limit");
        IntStream.range(0, SIZES.length)
                .forEach(i -> builder.parameter(Parameter.real("x" + i, 0, 1)));
        return builder.parameter(Parameter.integer("threads", 1, 16))
                .parameter(Parameter.categorical("pages", List.of("small", "large")))
                .objective(objective)
                .build();
    }

    private static double used(Point p) {
        double buffers =
                IntStream.range(0, SIZES.length)
                        .mapToDouble(i -> SIZES[i] * p.number("x" + i))
                        .sum();
        return buffers + (p.get("pages").equals("large") ? 0.1 : 0);
    }

    /**
     * Within the limit 1 at least: 9 threads, small pages, x0 at 0.6 and all of the memory used.
     */
    private static double seconds(Point p) {
        return 1
                + 3 * (LIMIT - used(p))
                + (p.get("pages").equals("large") ? 0.3 : 0)
                + 0.1 * Math.abs(p.number("threads") - 9)
                + 0.5 * Math.pow(p.number("x0") - 0.6, 2);
    }

    private static Outcome run(Point p) {
        return used(p) > LIMIT
                ? Outcome.failed(FailureCause.CRASH, "out of memory")
                : Outcome.measured("seconds", seconds(p));
    }

    private static Outcome runWithoutFailing(Point p) {
        return Outcome.measured("seconds", used(p) > LIMIT ? PENALTY : seconds(p));
    }

    private static List<Trial> tuned(
            long seed, int count, Objective objective, Function<Point, Outcome> run) {
        return tuned(seed, count, 1, objective, run);
    }

    private static List<Trial> tuned(
            long seed, int count, int atOnce, Objective objective, Function<Point, Outcome> run) {
        try (Study study =
                Study.of(problem(objective))
                        .tuner(new GpLcmTuner.Provider())
                        .seed(seed)
                        .trials(count)
                        .open()) {
            for (List<Trial> asked = study.ask(atOnce);
                    !asked.isEmpty();
                    asked = study.ask(atOnce)) {
                asked.forEach(t -> study.tell(t.number(), run.apply(t.configuration())));
            }
            return study.records().trials();
        }
    }

    /** Returns the best value, as a mean over seeds; 1 is the optimum. */
    private static double best(int seeds, int atOnce, Function<Point, Outcome> run) {
        return LongStream.range(0, seeds)
                .mapToDouble(seed ->
                        tuned(seed, TRIALS, atOnce, SECONDS, run).stream()
                                .map(Trial::configuration)
                                .filter(p -> used(p) <= LIMIT)
                                .mapToDouble(LimitTest::seconds)
                                .min()
                                .orElseThrow())
                .average()
                .orElseThrow();
    }

    @Test
    void theBestIsFoundBesideTheLimit() {
        double best = best(SEEDS, 1, LimitTest::run);
        assertTrue(best < 1.1, () -> "the best is " + best);
    }

    @Test
    void theLimitIsFollowedByEightAtOnce() {
        double best = best(SEEDS, 8, LimitTest::run);
        assertTrue(best < 1.09, () -> "the best is " + best);
    }

    @Test
    void theBestIsFoundWhereWhatFailsGivesAHugeNumber() {
        double best = best(SEEDS / 2, 1, LimitTest::runWithoutFailing);
        assertTrue(best < 1.1, () -> "the best is " + best);
    }

    @Test
    void aDeclaredPenaltyIsAFailure() {
        assertEquals(
                configurations(tuned(3, 14, SECONDS, LimitTest::run)),
                configurations(
                        tuned(3, 14, SECONDS.withPenalty(PENALTY), LimitTest::runWithoutFailing)));
    }

    /** A study that is opened anew for each trial goes on as one that stays open. */
    @Test
    void whatWasTakenForAPenaltyDoesNotDependOnWhoHasSeenIt() {
        var history = new MemoryHistory();
        int count = 14;
        for (int i = 0; i < count; i++) {
            Study study =
                    Study.of(problem(SECONDS))
                            .tuner(new GpLcmTuner.Provider())
                            .seed(3)
                            .trials(count)
                            .history(history)
                            .open();
            Trial trial = study.ask(1).getFirst();
            study.tell(trial.number(), runWithoutFailing(trial.configuration()));
        }
        List<Trial> trials = tuned(3, count, SECONDS, LimitTest::runWithoutFailing);
        assertFalse(Penalties.of(problem(SECONDS), trials).in(trials).isEmpty());
        assertEquals(configurations(trials), configurations(history.records().trials()));
    }

    private static List<Point> configurations(List<Trial> trials) {
        return trials.stream().map(Trial::configuration).toList();
    }
}
