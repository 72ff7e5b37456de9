package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

class ProposerPartsTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.real("y", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();
    private static final EngineSettings SETTINGS = EngineSettings.standard();

    private final RecordLog log = new RecordLog();

    private static TaskEngine engine() {
        return new TaskEngine(
                PROBLEM, Point.EMPTY, TaskEngine.axes(PROBLEM, SETTINGS), SETTINGS, new Seed(4));
    }

    private static double seconds(Point p) {
        return 1 + Math.pow(p.number("x") - 0.2, 2) + Math.pow(p.number("y") - 0.7, 2);
    }

    private void add(Point configuration, Outcome outcome) {
        log.add(
                new Trial(
                        log.snapshot().nextNumber(),
                        Candidate.of(Point.EMPTY, configuration),
                        Origin.of("test"),
                        outcome,
                        Provenance.here(Effort.NONE)));
    }

    private void measureRandom(int count) {
        Generator random = new Seed(9).generator("points", 0);
        for (int i = 0; i < count; i++) {
            Point p = PROBLEM.parameterSpace().sample(random);
            add(p, Outcome.measured("seconds", seconds(p)));
        }
    }

    private Suggestion proposed(TaskEngine engine, ProposerParts parts) {
        return engine.proposer(parts)
                .propose(engine.trials(log.snapshot(), 40))
                .orElseThrow()
                .suggestion();
    }

    /** What another source knows of the task, of which nothing has been measured. */
    private static Surrogate known(TaskEngine engine) {
        Generator random = new Seed(3).generator("points", 0);
        double[][] x = new double[25][];
        double[] y = new double[25];
        for (int i = 0; i < 25; i++) {
            Point p = PROBLEM.parameterSpace().sample(random);
            x[i] = PROBLEM.parameterSpace().encode(p);
            y[i] = seconds(p);
        }
        return engine.surrogates()
                .fit(PROBLEM.optimized().getFirst(), new Dataset(x, y))
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = Opening.class,
            names = {"LOWEST_MEAN", "LOWEST_BOUND"})
    void whoKnowsSomethingBeginsWhereItIsGood(Opening opening) {
        TaskEngine engine = engine();
        Surrogate known = known(engine);
        ProposerParts parts =
                engine.parts()
                        .withSurrogates((output, task, trials) -> Optional.of(known))
                        .withOpening(opening);
        Suggestion first = proposed(engine, parts);
        assertEquals(Origin.Phase.MODEL, first.origin().phase());
        assertEquals(0.2, first.candidate().configuration().number("x"), 0.1);
        assertEquals(0.7, first.candidate().configuration().number("y"), 0.1);
        add(first.candidate().configuration(), Outcome.PENDING);
        Point second = proposed(engine, parts).candidate().configuration();
        assertTrue(!second.equals(first.candidate().configuration()));
    }

    @Test
    void whoKnowsNothingBeginsWithTheDesign() {
        TaskEngine engine = engine();
        assertEquals(
                Origin.Phase.INITIAL,
                proposed(engine, engine.parts().withOpening(Opening.LOWEST_MEAN)).origin().phase());
    }

    /** By the trials of all it would be given the same half of its turns for ever. */
    @Test
    void turnsAreTheMembersOwn() {
        measureRandom(12);
        var seen = new ArrayList<Integer>();
        TaskEngine engine = engine();
        ProposerParts parts =
                engine.parts()
                        .withTurn(trials -> trials.count() / 2)
                        .withSurroundings((turn, trials, models, whole) -> {
                            seen.add(turn);
                            return Optional.empty();
                        });
        for (int i = 0; i < 4; i++) {
            Point p = proposed(engine, parts).candidate().configuration();
            add(p, Outcome.measured("seconds", seconds(p)));
            measureRandomOne(i);
        }
        assertEquals(List.of(6, 7, 8, 9), seen);
    }

    private void measureRandomOne(int number) {
        Point p = PROBLEM.parameterSpace().sample(new Seed(20).generator("other", number));
        add(p, Outcome.measured("seconds", seconds(p)));
    }

    /** A weight that allows the left half alone, whatever is expected elsewhere. */
    @Test
    void weightsAreHeeded() {
        measureRandom(10);
        var left =
                new AcquisitionFunction() {
                    @Override
                    public double value(double[] x) {
                        return x[0] > 0.5 ? 0 : -1e6;
                    }

                    @Override
                    public double valueAndGradient(double[] x, double[] gradient) {
                        Arrays.fill(gradient, 0);
                        return value(x);
                    }
                };
        TaskEngine engine = engine();
        Suggestion next = proposed(engine, engine.parts().withWeights(trials -> List.of(left)));
        assertTrue(next.candidate().configuration().number("x") > 0.5, next.toString());
    }

    @Test
    void theViewSaysWhatBecameOfEachTrial() {
        measureRandom(3);
        Point bad = Point.of("x", 0.5, "y", 0.5);
        Point lost = Point.of("x", 0.25, "y", 0.5);
        Point pending = Point.of("x", 0.75, "y", 0.25);
        add(bad, new Outcome.Failed(FailureCause.CRASH, "", 2));
        add(lost, new Outcome.Failed(FailureCause.CANCELLED, "", 1));
        add(pending, Outcome.PENDING);
        TaskTrials trials = engine().trials(log.snapshot(), 40).of(Point.EMPTY);
        Objective output = PROBLEM.optimized().getFirst();
        assertEquals(6, trials.count());
        assertEquals(5, trials.finished().size());
        assertEquals(3, trials.measured(output).size());
        assertEquals(3, trials.usablePlaces().size());
        assertEquals(0.75, trials.pending().getFirst()[0]);
        assertEquals(4, trials.failures().size(), "a cancelled run says nothing");
        assertEquals(1, trials.failures().y()[3]);
        assertEquals(0.5, trials.failures().x()[3][0]);
        assertTrue(Double.isNaN(trials.values(output)[3]));
        assertTrue(trials.known().contains(pending) && trials.known().contains(lost));
    }
}
