package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

class FidelityStudyTest {
    private static final FidelityParameter NINTHS = FidelityParameter.levels("s", 1 / 9.0, 1);
    private static final Point ONE = Point.of("n", 1);
    private static final Point TWO = Point.of("n", 2);

    /** Proposes x = 1, 2, ... at the fidelity that it is told. */
    private record Cheap(BiFunction<Records, Demand, Double> fidelity, boolean usesFidelities)
            implements TunerProvider {
        @Override
        public String name() {
            return "cheap";
        }

        @Override
        public String summary() {
            return "Runs cheaply.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public TunerAbilities abilities() {
            return usesFidelities ? TunerAbilities.USUAL.withFidelities() : TunerAbilities.USUAL;
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) -> {
                double share = fidelity.apply(records, demand);
                Point x = Point.of("x", (double) records.nextNumber());
                Point task = demand.tasksInTurn().getFirst();
                var candidate = new Candidate(task, x, new Fidelity(share));
                return Proposal.run(List.of(new Suggestion(candidate, Origin.of("cheap"))));
            };
        }

        /** Shows how many trials there are. */
        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(
                    new ModelProvider() {
                        @Override
                        public Optional<FittedModel> fit(TuningRequest request, Records records) {
                            return Optional.empty();
                        }

                        @Override
                        public List<Exhibit> exhibits(TuningRequest request, Records records) {
                            List<List<Object>> rows = List.of(List.of(records.trials().size()));
                            return List.of(new Exhibit.Table("trials", "", List.of("n"), rows));
                        }
                    });
        }
    }

    private static TunerProvider always(double share) {
        return new Cheap((records, demand) -> share, true);
    }

    private static TuningProblem problem(FidelityParameter fidelity) {
        return TuningProblem.named("p")
                .parameter(Parameter.real("x", 0, 1000))
                .objective(Objective.minimize("y"))
                .fidelity(fidelity)
                .build();
    }

    private static TuningProblem ofTasks() {
        return TuningProblem.named("p")
                .task(Parameter.integer("n", 1, 9))
                .parameter(Parameter.real("x", 0, 1000))
                .objective(Objective.minimize("y"))
                .fidelity(NINTHS)
                .build();
    }

    private static Candidate at(double x, double share) {
        return new Candidate(Point.EMPTY, Point.of("x", x), new Fidelity(share));
    }

    /** Records that these configurations gave y = x, each at its share of the cost. */
    private static void give(Study study, double share, double... xs) {
        for (double x : xs) {
            Trial trial = study.add(List.of(at(x, share))).getFirst();
            study.tell(trial.number(), Outcome.measured("y", x));
        }
    }

    /** 27 ninths are 3 full runs, though their sum is not 3. */
    @Test
    void nineNinthsAreOneRun() {
        Study study = Study.of(problem(NINTHS)).tuner(always(1 / 9.0)).trials(3).open();
        assertEquals(27, study.ask(100).size());
        assertEquals(0, study.trialsLeft());
        assertEquals(Study.State.WAIT, study.status().state());
    }

    @Test
    void theLastRunFitsIntoWhatIsLeft() {
        var left = new ArrayList<Double>();
        var tuner =
                new Cheap(
                        (records, demand) -> {
                            left.add(demand.fullRunsLeft(Point.EMPTY));
                            return records.trials().size() < 9 ? 1 / 9.0 : 1;
                        },
                        true);
        Study study = Study.of(problem(NINTHS)).tuner(tuner).trials(2).open();
        assertEquals(10, study.ask(100).size());
        assertEquals(2, left.getFirst());
        assertEquals(1, left.getLast(), 1e-12);
        assertEquals(1, new Demand(List.of(), Map.of(ONE, left.getLast())).left(ONE));
    }

    @Test
    void whatCostsMoreThanIsLeftIsAnError() {
        var tuner = new Cheap((records, demand) -> records.trials().isEmpty() ? 1 / 9.0 : 1, true);
        Study study = Study.of(problem(NINTHS)).tuner(tuner).trials(1).open();
        String message = assertThrows(IllegalStateException.class, () -> study.ask(2)).getMessage();
        assertTrue(message.contains("which costs 1.0 full runs where 0.888"), message);
        assertEquals(1, study.trialsLeft(), "nothing was recorded");
    }

    @Test
    void fidelitiesThatAreNotRunAreErrors() {
        TuningProblem plain =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1000))
                        .objective(Objective.minimize("y"))
                        .build();
        var wrong =
                Map.of(
                        "no run costs the share 0.5",
                        Study.of(problem(NINTHS)).tuner(always(0.5)),
                        "has no fidelity other than 1",
                        Study.of(plain).tuner(always(0.5)),
                        "does not declare",
                        Study.of(problem(NINTHS)).tuner(new Cheap((r, d) -> 1 / 9.0, false)));
        wrong.forEach((part, study) -> {
            Study open = study.open();
            String message =
                    assertThrows(IllegalStateException.class, () -> open.ask(1)).getMessage();
            assertTrue(message.contains(part), message);
        });
        Study open = Study.of(problem(NINTHS)).tuner(always(1)).open();
        assertThrows(IllegalArgumentException.class, () -> open.add(List.of(at(1, 0.5))));
    }

    /** The neediest task is the one that has had the least, whatever the number of its trials. */
    @Test
    void tasksTakeTurnsByCost() {
        var tuner =
                new Cheap(
                        (records, demand) ->
                                demand.tasksInTurn().getFirst().equals(ONE) ? 1 / 9.0 : 1,
                        true);
        Study study = Study.of(ofTasks()).tasks(List.of(ONE, TWO)).tuner(tuner).trials(2).open();
        List<Trial> asked = study.ask(100);
        assertEquals(20, asked.size());
        assertEquals(
                List.of(ONE, TWO, ONE), asked.subList(0, 3).stream().map(Trial::task).toList());
        assertEquals(18, study.records().trials(ONE).size());
        assertEquals(
                List.of(ONE, TWO),
                asked.subList(10, 12).stream().map(Trial::task).toList(),
                "nine ninths and one are level, so the first of the list is next");
    }

    /** Where trials go to whichever task promises most, what is left is that of all tasks. */
    @Test
    void adaptiveTrialsShareOneBudget() {
        var left = new ArrayList<Double>();
        var tuner =
                new Cheap(
                        (records, demand) -> {
                            left.add(demand.fullRunsLeft(demand.tasksInTurn().getFirst()));
                            return 1 / 9.0;
                        },
                        true);
        Study study =
                Study.of(ofTasks())
                        .tasks(List.of(ONE, TWO))
                        .tuner(tuner)
                        .trials(2)
                        .allocation(Allocation.ADAPTIVE)
                        .open();
        assertEquals(36, study.ask(100).size());
        assertEquals(4, left.getFirst(), 1e-12);
        assertEquals(1 / 9.0, left.getLast(), 1e-9);
        assertEquals(0, study.trialsLeft());
    }

    @Test
    void anEditedFidelityIsSaid() {
        List<String> warnings =
                ProblemChange.between(
                                problem(NINTHS).description(),
                                problem(FidelityParameter.levels("s", 0.5, 1)).description())
                        .warnings();
        assertEquals(List.of("fidelity was edited"), warnings);
        assertTrue(
                ProblemChange.between(problem(NINTHS).description(), problem(NINTHS).description())
                        .warnings()
                        .isEmpty());
    }

    /** One of many at once is what it would be alone. */
    @Test
    void manyAtOnceAreTheSameAsOneByOne() {
        BiFunction<Records, Demand, Double> share =
                (records, demand) -> records.trials().size() % 3 == 0 ? 1 / 9.0 : 1.0;
        var lists = new ArrayList<List<Candidate>>();
        for (int count : new int[] {1, 2, 7}) {
            Study study =
                    Study.of(ofTasks())
                            .tasks(List.of(ONE, TWO))
                            .tuner(
                                    new Cheap(
                                            (r, d) ->
                                                    d.fullRunsLeft(d.tasksInTurn().getFirst()) < 1
                                                            ? 1 / 9.0
                                                            : share.apply(r, d),
                                            true))
                            .trials(4)
                            .open();
            var candidates = new ArrayList<Candidate>();
            for (List<Trial> asked = study.ask(count); !asked.isEmpty(); asked = study.ask(count)) {
                asked.forEach(t -> candidates.add(t.candidate()));
            }
            lists.add(candidates);
        }
        assertEquals(lists.get(0), lists.get(1));
        assertEquals(lists.get(0), lists.get(2));
    }

    @Test
    void otherTunersSeeFullRunsAlone() {
        var seen = new ArrayList<Records>();
        var tuner =
                new CountingTuner((records, demand) -> {
                    seen.add(records);
                    return Proposal.run(
                            List.of(
                                    CountingTuner.suggestion(
                                            Point.EMPTY,
                                            Point.of("x", 100.0 + records.nextNumber()))));
                });
        Study study = Study.of(problem(NINTHS)).tuner(tuner).trials(4).open();
        give(study, 1 / 9.0, 1, 2, 3);
        give(study, 1, 50);
        give(study, 1 / 9.0, 4);
        give(study, 1, 40);
        assertEquals(1, study.trialsLeft(), "four ninths are not left for a full run");
        Trial next = study.ask(9).getFirst();
        assertEquals(103.0, next.configuration().get("x"), "as without the cheap ones");
        Records view = seen.getFirst();
        assertEquals(List.of(1L, 2L), view.trials().stream().map(Trial::number).toList());
        assertEquals(
                List.of(50.0, 40.0),
                view.finished().stream().map(t -> t.configuration().get("x")).toList());
        assertEquals(3, view.nextNumber());
        assertTrue(view.trials().stream().allMatch(Trial::isFull));
        assertEquals(40.0, study.best(Point.EMPTY).orElseThrow().configuration().get("x"));
        assertEquals(7, study.records().trials().size(), "five ninths are left");
    }

    @Test
    void exhibitsAreOfWhatTheTunerSees() {
        for (boolean uses : new boolean[] {false, true}) {
            Study study = Study.of(problem(NINTHS)).tuner(new Cheap((r, d) -> 1.0, uses)).open();
            give(study, 1 / 9.0, 1, 2, 3);
            give(study, 1, 4);
            var table = (Exhibit.Table) study.exhibits().getFirst();
            assertEquals(List.of(uses ? 4 : 1), table.rows().getFirst());
        }
    }

    @Test
    void withoutCheapRunsTheRecordsAreTheSame() {
        Study study = Study.of(problem(NINTHS)).tuner(new CountingTuner()).open();
        give(study, 1, 1, 2);
        Records records = study.records();
        assertSame(records, FullRuns.of(records));
        give(study, 1 / 9.0, 3);
        Records all = study.records();
        assertSame(all, new TunerView(problem(NINTHS), always(1)).of(all));
        assertEquals(
                FullRuns.of(all).trials(), new RecordLog(FullRuns.of(all)).snapshot().trials());
        assertEquals(
                FullRuns.of(all).finished(), new RecordLog(FullRuns.of(all)).snapshot().finished());
    }

    @Test
    void rulesLookAtFullRuns() {
        Study study =
                Study.of(problem(NINTHS))
                        .tuner(new CountingTuner())
                        .trials(20)
                        .stop(
                                new StoppingRule.Target(Map.of("y", 5.0)),
                                new StoppingRule.NoImprovement(2))
                        .open();
        give(study, 1, 10);
        give(study, 1 / 9.0, 1, 2, 3);
        assertTrue(study.stops().isEmpty());
        give(study, 1, 11, 12);
        assertEquals("no improvement in 2 trials", study.stops().getFirst().why());
    }

    /** Two ninths took 2 s, so that a full run that is pending will take 9 s. */
    @Test
    void aPendingRunIsExpectedToTakeItsShare() {
        Study study =
                Study.of(problem(NINTHS))
                        .tuner(always(1 / 9.0))
                        .trials(20)
                        .stop(new StoppingRule.Seconds(11.5))
                        .open();
        for (int i = 0; i < 2; i++) {
            Trial trial = study.ask(1).getFirst();
            study.tell(
                    trial.number(), new Outcome.Measured(Map.of("y", List.of(1.0)), Map.of(), 1));
        }
        study.add(List.of(at(7, 1)));
        assertTrue(study.stops().isEmpty());
        study.add(List.of(at(8, 1 / 9.0)));
        assertFalse(study.stops().isEmpty());
    }

    @Test
    void otherStudiesAreReusedAsFarAsTheTunerCanUseThem() {
        Study from = Study.of(problem(NINTHS)).tuner(always(1)).open();
        give(from, 1, 1);
        give(from, 1 / 9.0, 2, 3);
        List<Trial> trials = from.records().trials();
        Study full = Study.of(problem(NINTHS)).tuner(new CountingTuner()).open();
        assertEquals(Map.of("cheaper than a full run", 2), full.reuse(trials).leftOut());
        assertEquals(2, full.copy(trials).taken().size());
        assertEquals(
                3, Study.of(problem(NINTHS)).tuner(always(1)).open().reuse(trials).taken().size());
        var other = problem(FidelityParameter.levels("s", 0.5, 1));
        assertEquals(
                Map.of("at a fidelity that is not run", 2),
                Study.of(other).tuner(always(1)).open().reuse(trials).leftOut());
    }

    @Test
    void aTunerWithoutFidelitiesSaysSo() {
        var notes = new ArrayList<String>();
        StudyObserver observer =
                new StudyObserver() {
                    @Override
                    public void note(String note) {
                        notes.add(note);
                    }
                };
        var history = new MemoryHistory();
        for (int i = 0; i < 2; i++) {
            Study.of(problem(FidelityParameter.integer("grid", 10, 36)))
                    .tuner(new CountingTuner())
                    .history(history)
                    .observer(observer)
                    .open();
        }
        assertEquals(
                List.of(
                        "Tuner 'counting' uses full runs alone: 'grid' is 36 in all that it"
                                + " proposes."),
                notes);
    }
}
