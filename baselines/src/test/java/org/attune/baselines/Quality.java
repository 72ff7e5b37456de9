package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How good what a tuner finds is, against random search with the same seeds. */
final class Quality {
    private static final int SEEDS = 9;

    private Quality() {}

    /** The median of the best values of a bowl with a categorical parameter is a third or less. */
    static void beatsRandom(TunerProvider provider, int trials) {
        TuningProblem problem =
                TuningProblem.named("bowl")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("z", 1e-3, 1e3).log())
                        .parameter(Parameter.integer("n", 1, 64))
                        .parameter(Parameter.categorical("c", List.of("a", "b", "c", "d")))
                        .objective(Objective.minimize("y"))
                        .build();
        Function<Point, Outcome> bowl =
                p ->
                        Outcome.measured(
                                "y",
                                square(p.number("x") - 0.7)
                                        + square((Math.log10(p.number("z")) - 1) / 6)
                                        + square((p.number("n") - 12) / 64)
                                        + (p.get("c").equals("c") ? 0 : 0.1));
        double own = medianBest(problem, provider, bowl, trials);
        double random = medianBest(problem, new RandomTuner.Provider(), bowl, trials);
        assertTrue(own <= random / 3, "median %s, random %s".formatted(own, random));
    }

    private static double medianBest(
            TuningProblem problem,
            TunerProvider provider,
            Function<Point, Outcome> function,
            int trials) {
        double[] best = new double[SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            best[seed] =
                    run(problem, provider, function, trials, seed).stream()
                            .mapToDouble(t -> problem.value(t, "y").orElseThrow())
                            .min()
                            .orElseThrow();
        }
        Arrays.sort(best);
        return best[SEEDS / 2];
    }

    /**
     * Two squared distances in three dimensions; the front is the segment between their centres.
     * The median of the areas dominated within (0.3, 0.3) is larger.
     */
    static void beatsRandomOnTwoObjectives(TunerProvider provider, int trials) {
        TuningProblem problem =
                TuningProblem.named("two")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("z", 0, 1))
                        .parameter(Parameter.real("v", 0, 1))
                        .objective(Objective.minimize("f"))
                        .objective(Objective.maximize("g"))
                        .build();
        Function<Point, Outcome> function =
                p -> {
                    double rest = square(p.number("z") - 0.4) + square(p.number("v") - 0.6);
                    return new Outcome.Measured(
                            Map.of(
                                    "f", List.of(square(p.number("x") - 0.3) + rest),
                                    "g", List.of(-square(p.number("x") - 0.7) - rest)),
                            Map.of(),
                            0);
                };
        double own = medianArea(problem, provider, function, trials);
        double random = medianArea(problem, new RandomTuner.Provider(), function, trials);
        assertTrue(own > 1.15 * random, "median area %s, random %s".formatted(own, random));
    }

    private static double medianArea(
            TuningProblem problem,
            TunerProvider provider,
            Function<Point, Outcome> function,
            int trials) {
        double[] areas = new double[SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            List<double[]> points =
                    run(problem, provider, function, trials, seed).stream()
                            .map(t ->
                                    new double[] {
                                        problem.value(t, "f").orElseThrow(),
                                        -problem.value(t, "g").orElseThrow()
                                    })
                            .sorted(Comparator.comparingDouble(p -> p[0]))
                            .toList();
            double ceiling = 0.3;
            for (double[] p : points) {
                if (p[0] < 0.3 && p[1] < ceiling) {
                    areas[seed] += (0.3 - p[0]) * (ceiling - p[1]);
                    ceiling = p[1];
                }
            }
        }
        Arrays.sort(areas);
        return areas[SEEDS / 2];
    }

    /** Returns the trials of a problem that fails where x > 1/2; otherwise x has no influence. */
    static List<Trial> halfFails(TunerProvider provider, int trials) {
        TuningProblem problem =
                TuningProblem.named("half")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("z", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        return run(
                problem,
                provider,
                p ->
                        p.number("x") > 0.5
                                ? Outcome.failed(FailureCause.CRASH, "told to fail")
                                : Outcome.measured("y", square(p.number("z") - 0.5)),
                trials,
                3);
    }

    /**
     * Proposals of a model took time for it and for the search; a coarse clock may show that of all
     * together alone. Others took none for a model.
     */
    static void saysWhatProposalsTook(TunerProvider provider) {
        Effort modelled = Effort.NONE;
        for (Trial trial : halfFails(provider, 12)) {
            Effort effort = trial.provenance().effort();
            if (trial.origin().phase() == Origin.Phase.MODEL) {
                modelled = modelled.plus(effort);
            } else {
                assertEquals(Effort.NONE, effort, trial.toString());
            }
        }
        assertTrue(modelled.model() > 0 && modelled.search() > 0, modelled.toString());
    }

    static List<Trial> run(
            TuningProblem problem,
            TunerProvider provider,
            Function<Point, Outcome> function,
            int trials,
            long seed) {
        Study study = Study.of(problem).tuner(provider).trials(trials).seed(seed).open();
        while (study.status().state() == Study.State.RUN) {
            study.ask(1).forEach(t -> study.tell(t.number(), function.apply(t.configuration())));
        }
        return study.records().trials();
    }

    private static double square(double v) {
        return v * v;
    }
}
