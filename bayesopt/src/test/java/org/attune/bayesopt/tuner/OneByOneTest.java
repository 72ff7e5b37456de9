package org.attune.bayesopt.tuner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Study;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.testkit.TestProblem;
import org.attune.testkit.TestProblems;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

class OneByOneTest {
    private static TuningRequest request(TestProblem problem) {
        return new TuningRequest(
                problem.problem(),
                problem.tasks(),
                Settings.of("chosen", List.of(), Map.of()),
                new Seed(5));
    }

    private static OneByOne tuner(
            TuningRequest request, BiFunction<OneByOne, Untried, Optional<Choice>> choice) {
        return new OneByOne(request) {
            @Override
            protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
                return choice.apply(this, untried);
            }
        };
    }

    /** Chooses nothing, ever. */
    private static final class Wishless implements TunerProvider {
        @Override
        public String name() {
            return "wishless";
        }

        @Override
        public String summary() {
            return "Has no wish.";
        }

        @Override
        public Tuner create(TuningRequest request) {
            return tuner(request, (self, untried) -> Optional.empty());
        }
    }

    /** A tuner without a wish goes on until everything has been tried, constraints kept. */
    @Test
    void withoutAWishAnyUntriedOneIsTaken() {
        for (TestProblem problem : TestProblems.all()) {
            Study study =
                    Study.of(problem.problem())
                            .tasks(problem.tasks())
                            .tuner(new Wishless())
                            .trials(12)
                            .open();
            while (study.status().state() == Study.State.RUN) {
                for (Trial trial : study.ask(3)) {
                    study.tell(trial.number(), problem.evaluate(trial.candidate()));
                }
            }
            List<Trial> trials = study.records().trials();
            var distinct = new HashSet<Candidate>();
            trials.forEach(t -> assertTrue(distinct.add(t.candidate()), problem + ": " + t));
            int each = (int) Math.min(12, problem.problem().parameterSpace().size());
            boolean ended = study.status().why().startsWith("all admissible configurations");
            assertTrue(ended || trials.size() == each * problem.tasks().size(), problem.name());
        }
    }

    @Test
    void whatIsExpectedOfAChoiceIsKept() {
        TuningRequest request = request(TestProblems.real());
        OneByOne tuner =
                tuner(
                        request,
                        (self, untried) ->
                                untried.any(self.generator("any", untried.task(), 0))
                                        .map(p -> new Choice(p, Origin.of("wise"), -1.5)));
        Suggestion suggestion = first(tuner, new RecordLog().snapshot());
        assertEquals(-1.5, suggestion.logExpectedGain());
        assertEquals(Origin.of("wise"), suggestion.origin());
    }

    private static Suggestion first(Tuner tuner, Records records) {
        var demand = new Demand(List.of(Point.EMPTY, Point.EMPTY), Map.of(Point.EMPTY, 9));
        var run = assertInstanceOf(Proposal.Run.class, tuner.propose(records, demand));
        assertEquals(1, run.suggestions().size());
        return run.suggestions().getFirst();
    }

    /** Failed, pending and cheap trials teach too little to begin with. */
    @Test
    void theBeginningEndsWithAnAcceptableFullRun() {
        TestProblem real = TestProblems.real();
        OneByOne tuner = tuner(request(real), (self, untried) -> Optional.empty());
        Point point = first(tuner, new RecordLog().snapshot()).candidate().configuration();
        Outcome measured = Outcome.measured("y", 1);
        Trial full = trial(point, Fidelity.FULL, measured);
        Trial cheap = trial(point, new Fidelity(0.1), measured);
        Trial failed = trial(point, Fidelity.FULL, Outcome.failed(FailureCause.CRASH, ""));
        Trial pending = trial(point, Fidelity.FULL, Outcome.PENDING);
        assertTrue(tuner.isBeginning(List.of(), 0));
        assertTrue(tuner.isBeginning(List.of(cheap, failed, pending), 3));
        assertTrue(tuner.isBeginning(List.of(full), 2));
        assertFalse(tuner.isBeginning(List.of(full), 1));
        assertFalse(tuner.isBeginning(List.of(failed, full), 2));
    }

    private static Trial trial(Point configuration, Fidelity fidelity, Outcome outcome) {
        return new Trial(
                1,
                new Candidate(Point.EMPTY, configuration, fidelity),
                Origin.of("test"),
                outcome,
                Provenance.here(Effort.NONE));
    }
}
