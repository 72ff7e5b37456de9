package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs that go on from others, by a tuner that promotes in the order that it is given. */
class ParentTest {
    private static final FidelityParameter STEPS = FidelityParameter.levels("steps", 10, 30, 100);

    private static TuningProblem problem(FidelityParameter fidelity) {
        return TuningProblem.named("p")
                .parameter(Parameter.real("x", 0, 10))
                .objective(Objective.minimize("y"))
                .fidelity(fidelity)
                .build();
    }

    /** The n-th proposal is x = steps[n][0] at steps[n][1] / 100. */
    private record Scripted(double[][] steps) implements TunerProvider {
        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public String summary() {
            return "Proposes what it is told.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withFidelities();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) -> {
                if (records.trials().size() >= steps.length) {
                    return new Proposal.Done("the script is over");
                }
                double[] step = steps[records.trials().size()];
                var candidate =
                        new Candidate(
                                Point.EMPTY, Point.of("x", step[0]), new Fidelity(step[1] / 100));
                return Proposal.run(List.of(new Suggestion(candidate, Origin.of("scripted"))));
            };
        }
    }

    private static Study study(FidelityParameter fidelity, int trials, double[]... steps) {
        return study(new MemoryHistory(), fidelity, trials, steps);
    }

    private static Study study(
            History history, FidelityParameter fidelity, int trials, double[]... steps) {
        return Study.of(problem(fidelity))
                .tuner(new Scripted(steps))
                .trials(trials)
                .history(history)
                .open();
    }

    private static Trial run(Study study) {
        Trial trial = study.ask(1).getFirst();
        return study.tell(trial.number(), Outcome.measured("y", trial.number()));
    }

    @Test
    void aPromotionCostsTheDifference() {
        double[][] steps = {{1, 10}, {1, 30}, {2, 10}, {1, 100}, {2, 100}};
        try (Study study = study(STEPS.resumed(), 3, steps)) {
            assertEquals(Optional.empty(), run(study).provenance().parent());
            Trial second = run(study);
            assertEquals(new Parent(1, new Fidelity(0.1)), second.provenance().parent().get());
            assertEquals(0.2, second.cost(), 1e-12);
            assertEquals(0.1, run(study).cost(), 1e-12);
            Trial full = run(study);
            assertEquals(2, full.provenance().parent().get().trial(), "the dearest");
            assertEquals(0.7, full.cost(), 1e-12);
            assertEquals(0.9, run(study).cost(), 1e-12);
        }
        try (Study study = study(STEPS, 3, steps)) {
            for (double share : new double[] {0.1, 0.3, 0.1, 1, 1}) {
                Trial trial = run(study);
                assertEquals(share, trial.cost(), 1e-12, "nothing is resumed");
                assertEquals(Optional.empty(), trial.provenance().parent());
            }
        }
    }

    /** 0.1 + 0.9 is one full run; where nothing is resumed that would be 1.1. */
    @Test
    void theBudgetCountsTheDifference() {
        double[][] steps = {{1, 10}, {1, 100}};
        try (Study study = study(STEPS.resumed(), 1, steps)) {
            run(study);
            run(study);
            assertEquals(Study.State.DONE, study.status().state());
        }
        try (Study study = study(STEPS, 1, steps)) {
            run(study);
            var refused = assertThrows(IllegalStateException.class, () -> study.ask(1));
            assertTrue(refused.getMessage().contains("costs 1.0 full runs"), refused.getMessage());
        }
    }

    @Test
    void onlyAMeasuredRunThatHasEndedIsAParent() {
        double[][] steps = {{1, 10}, {1, 30}, {1, 100}, {1, 100}};
        try (Study study = study(STEPS.resumed(), 5, steps)) {
            Trial cheap = study.ask(1).getFirst();
            assertEquals(0.3, study.ask(1).getFirst().cost(), 1e-12, "it is pending");
            study.tell(cheap.number(), Outcome.measured("y", 1));
            study.tell(2, Outcome.failed(FailureCause.CRASH, "at step 12"));
            Trial full = study.ask(1).getFirst();
            assertEquals(1, full.provenance().parent().get().trial(), "the other one crashed");
            study.tell(full.number(), Outcome.measured("y", 1));
            assertEquals(
                    0.9, study.ask(1).getFirst().cost(), 1e-12, "an equal level is none to go on");
        }
    }

    /** A configuration that the user wants to see run, as to confirm the best one, starts anew. */
    @Test
    void whatAUserAddsStartsFromTheBeginning() {
        try (Study study = study(STEPS.resumed(), 3, new double[] {1, 10})) {
            run(study);
            Candidate same = Candidate.of(Point.EMPTY, Point.of("x", 1.0));
            assertEquals(1, study.add(List.of(same)).getFirst().cost());
        }
    }

    /** The parent is in the record: another process that takes the trial over goes on from it. */
    @Test
    void theParentIsRecordedWithThePendingTrial() {
        var history = new MemoryHistory();
        double[][] steps = {{1, 10}, {1, 30}};
        try (Study study = study(history, STEPS.resumed(), 3, steps)) {
            run(study);
            study.ask(1);
        }
        try (Study study = study(history, STEPS.resumed(), 3, steps)) {
            Trial pending = study.pending().getFirst();
            assertEquals(1, pending.adopted().provenance().parent().get().trial());
            assertEquals(1, pending.askedAgain().provenance().parent().get().trial());
        }
    }

    @Test
    void copiesKeepTheirParentsWhereTheyComeAlong() {
        Study first = study(STEPS.resumed(), 5, new double[] {1, 10}, new double[] {2, 10});
        run(first);
        double[][] steps = {{3, 10}, {1, 10}, {1, 30}};
        Study second = study(STEPS.resumed(), 5, steps);
        run(second);
        run(second);
        run(second);
        List<Trial> both = first.reuse(second.records().trials()).taken();
        assertEquals(3, both.get(1).number());
        assertEquals(3, both.get(2).provenance().parent().get().trial());
        assertEquals(0.2, both.get(2).cost(), 1e-12);
        Study third = study(STEPS.resumed(), 5);
        List<Trial> alone = third.reuse(second.records().trials().subList(2, 3)).taken();
        assertEquals(0.3, alone.getFirst().cost(), 1e-12, "nothing here has paid for the rest");
    }

    /** A run that was ended early is one at the fidelity that it has reached, and costs that. */
    @Test
    void anEndedRunIsARecordAtWhatItReached() {
        double[][] steps = {{1, 100}, {1, 100}, {1, 100}};
        try (Study study = study(STEPS.resumed(), 5, steps)) {
            Trial asked = study.ask(1).getFirst();
            var ended =
                    new Outcome.Measured(
                            Map.of("y", List.of(3.0)), Map.of(), 2, Optional.of(new Fidelity(0.4)));
            Trial told = study.tell(asked.number(), ended);
            assertTrue(told.isEndedEarly());
            assertFalse(told.isFull());
            assertEquals(0.4, told.cost(), 1e-12);
            assertEquals(asked.candidate(), told.asked());
            assertEquals(Optional.empty(), ((Outcome.Measured) told.outcome()).reached());
            assertEquals(asked.candidate(), told.untold().candidate(), "as it was proposed");
            assertFalse(told.untold().isEndedEarly());
            assertEquals(1, study.ask(1).getFirst().cost(), "half of it is nothing to go on from");
            Trial corrected = study.correct(1, Outcome.measured("y", 4));
            assertEquals(0.4, corrected.cost(), 1e-12, "a correction is of the same run");
        }
    }

    @Test
    void parentsAreTrials() {
        assertThrows(IllegalArgumentException.class, () -> new Parent(0, Fidelity.FULL));
    }
}
