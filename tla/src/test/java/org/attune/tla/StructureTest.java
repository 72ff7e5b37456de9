package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.gplcm.GpLcmTuner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a task has beside being smooth: sizes that have to be multiples, and jumps. */
class StructureTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("sizes")
                    .task(Parameter.real("t", 0, 1))
                    .parameter(Parameter.integer("n", 1, 200).log())
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();
    private static final Point TASK = Point.of("t", 0.3);

    private static double smooth(double t, Point p) {
        double n = Math.log(p.number("n")) - 4 - 0.3 * t;
        double x = p.number("x") - 0.3 - 0.2 * t;
        return 1 + n * n / 10 + x * x;
    }

    private static double aligned(double t, Point p) {
        return smooth(t, p) * (p.number("n") % 8 == 0 ? 1 : 1.4);
    }

    private static double jumping(Point p) {
        return smooth(TASK.number("t"), p) + (p.number("n") > 45 ? 2 : 0);
    }

    private static List<SourceRecord> sources(ToDoubleFunction<Point> value) {
        Generator random = new Seed(5).generator("source", 0);
        Point task = Point.of("t", 0.6);
        var trials = new ArrayList<Trial>();
        for (int i = 0; i < 40; i++) {
            Point p = PROBLEM.parameterSpace().sample(random);
            long eights = 8 * Math.max(1, (long) p.number("n") / 8);
            Point some = i % 2 == 0 ? p : Point.of("n", eights, "x", p.number("x"));
            trials.add(
                    new Trial(
                            i + 1L,
                            new Candidate(task, some, Fidelity.FULL),
                            Origin.of("source"),
                            Outcome.measured("seconds", value.applyAsDouble(some)),
                            Provenance.here(Effort.NONE)));
        }
        return List.of(SourceRecord.of("other", task, PROBLEM).trials(trials).build());
    }

    private static List<Candidate> proposed(
            TunerProvider tuner,
            List<SourceRecord> sources,
            int trials,
            Map<String, String> given,
            ToDoubleFunction<Point> value) {
        try (Study study =
                Study.of(PROBLEM)
                        .tasks(List.of(TASK))
                        .tuner(tuner)
                        .options(given)
                        .sources(sources)
                        .seed(3)
                        .trials(trials)
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial t : study.ask(1)) {
                    double y = value.applyAsDouble(t.configuration());
                    study.tell(t.number(), Outcome.measured("seconds", y));
                }
            }
            return study.records().trials().stream().map(Trial::candidate).toList();
        }
    }

    private static long multiples(String alignment) {
        return proposed(
                        new TlaTuner.Default(),
                        sources(p -> aligned(0.6, p)),
                        6,
                        Map.of("alignment", alignment),
                        p -> aligned(0.3, p))
                .stream()
                .filter(c -> c.configuration().number("n") % 8 == 0)
                .count();
    }

    /** All but one: where there is one source, the second trial is from the design. */
    @Test
    void sourcesTellWhatHasToDivideASize() {
        long with = multiples("true");
        long without = multiples("false");
        assertTrue(with >= 5 && without < 5, with + " of 6, without alignment " + without);
    }

    /** As the module's page says. */
    @Test
    void withoutSourcesRegimesAreThoseOfTheUsualTuner() {
        ToDoubleFunction<Point> jumping = StructureTest::jumping;
        List<Candidate> usual =
                proposed(new GpLcmTuner.Provider(), List.of(), 24, Map.of(), jumping);
        assertEquals(usual, proposed(new TlaTuner.Default(), List.of(), 24, Map.of(), jumping));
        assertNotEquals(
                usual,
                proposed(
                        new TlaTuner.Default(),
                        List.of(),
                        24,
                        Map.of("regimes", "false"),
                        jumping));
    }

    /** A source that knows nothing of the jump does not keep the task from seeing it. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "true"})
    void aTaskThatJumpsHasRegimesBesideItsSources(String regimes) {
        List<SourceRecord> sources = sources(p -> smooth(0.6, p));
        assertNotEquals(
                proposed(
                        new TlaTuner.Default(),
                        sources,
                        24,
                        Map.of("regimes", "false"),
                        StructureTest::jumping),
                proposed(
                        new TlaTuner.Default(),
                        sources,
                        24,
                        Map.of("regimes", regimes),
                        StructureTest::jumping));
    }
}
