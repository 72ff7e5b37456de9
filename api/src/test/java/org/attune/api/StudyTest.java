package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

class StudyTest {
    private static final Point SMALL = Point.of("n", 1);
    private static final Point LARGE = Point.of("n", 2);

    private static TuningProblem problem(Parameter x) {
        return TuningProblem.named("p").parameter(x).objective(Objective.minimize("y")).build();
    }

    private static final TuningProblem PLAIN = problem(Parameter.real("x", 0, 1000));

    private static TuningProblem withTasks() {
        return TuningProblem.named("p")
                .task(Parameter.integer("n", 1, 9))
                .parameter(Parameter.real("x", 0, 1000).withDefault(500))
                .objective(Objective.minimize("y"))
                .constraint(Constraint.of("small", "n < 2 or x != 600"))
                .build();
    }

    private static Study study(BiFunction<Records, Demand, Proposal> answer) {
        return Study.of(PLAIN).tuner(new CountingTuner(answer)).trials(5).open();
    }

    private static List<Double> xs(List<Trial> trials) {
        return trials.stream().map(t -> t.configuration().number("x")).toList();
    }

    private static void tellAll(Study study) {
        study.pending().forEach(t -> study.tell(t.number(), Outcome.measured("y", t.number())));
    }

    @Test
    void defaultAndGivenConfigurationsComeFirst() {
        Study study =
                Study.of(withTasks())
                        .tuner(new CountingTuner())
                        .tasks(List.of(SMALL, LARGE))
                        .initial(List.of(Point.of("x", 600), Point.of("x", 500), Point.of("x", 7)))
                        .trials(4)
                        .open();
        List<Trial> trials = study.ask(100);
        assertEquals(List.of(500.0, 600.0, 7.0, 7.0), xs(ofTask(trials, SMALL)));
        assertEquals(List.of(500.0, 7.0), xs(ofTask(trials, LARGE)).subList(0, 2));
        assertEquals(Origin.Phase.DEFAULT, trials.getFirst().origin().phase());
        assertEquals(Origin.Phase.GIVEN, trials.get(2).origin().phase());
        assertEquals(8, trials.size());
    }

    /** The second task does not admit 600, so it gets its first own proposal one turn earlier. */
    @Test
    void onlyAdmissibleConfigurationsArePrescribed() {
        Study study =
                Study.of(withTasks())
                        .tuner(new CountingTuner())
                        .tasks(List.of(SMALL, LARGE))
                        .initial(List.of(Point.of("x", 600)))
                        .trials(3)
                        .open();
        List<Trial> trials = study.ask(6);
        assertEquals(List.of(500.0, 600.0, 5.0), xs(ofTask(trials, SMALL)));
        assertEquals(List.of(500.0, 4.0, 6.0), xs(ofTask(trials, LARGE)));
    }

    private static List<Trial> ofTask(List<Trial> trials, Point task) {
        return trials.stream().filter(t -> t.task().equals(task)).toList();
    }

    @Test
    void askingAtOnceIsAskingOneByOne() {
        for (int count : List.of(2, 3, 5)) {
            Study once = twoTasks();
            Study oneByOne = twoTasks();
            List<Trial> asked = once.ask(count);
            for (int i = 0; i < count; i++) {
                oneByOne.ask(1);
            }
            assertEquals(
                    oneByOne.records().trials().stream().map(Trial::candidate).toList(),
                    asked.stream().map(Trial::candidate).toList());
        }
    }

    private static Study twoTasks() {
        return Study.of(withTasks())
                .tuner(new CountingTuner())
                .tasks(List.of(SMALL, LARGE))
                .initial(List.of(Point.of("x", 600)))
                .trials(6)
                .open();
    }

    @Test
    void theBudgetCountsPendingTrialsAndFailures() {
        Study study = Study.of(PLAIN).tuner(new CountingTuner()).trials(4).open();
        study.ask(2);
        study.tell(1, Outcome.failed(FailureCause.CRASH, "signal 11"));
        assertEquals(2, study.ask(5).size());
        assertEquals(List.of(), study.ask(1));
        assertEquals(Study.State.WAIT, study.status().state());
        tellAll(study);
        assertEquals(Study.State.DONE, study.status().state());
        assertEquals(List.of(), study.ask(1));
        assertEquals("all 4 trials per task have been told", study.status().why());
    }

    @Test
    void countsMustBePositive() {
        Study study = twoTasks();
        assertThrows(IllegalArgumentException.class, () -> study.ask(0));
    }

    @Test
    void raisingTheTrialsAndAddingATaskGoesOn() {
        History history = new MemoryHistory();
        Study first =
                Study.of(withTasks())
                        .history(history)
                        .tuner(new CountingTuner())
                        .tasks(List.of(SMALL))
                        .trials(2)
                        .open();
        first.ask(9);
        tellAll(first);
        assertEquals(Study.State.DONE, first.status().state());
        Study more =
                Study.of(withTasks())
                        .history(history)
                        .tuner(new CountingTuner())
                        .tasks(List.of(LARGE))
                        .trials(3)
                        .open();
        assertEquals(List.of(SMALL, LARGE), more.setUp().tasks());
        List<Trial> trials = more.ask(9);
        assertEquals(3, ofTask(trials, LARGE).size());
        assertEquals(1, ofTask(trials, SMALL).size());
    }

    @Test
    void wrongTellsAreRefusedAndLeaveNoTrace() {
        Study study = Study.of(PLAIN).tuner(new CountingTuner()).open();
        assertMessage(
                "There is no trial 1. None has been asked for.",
                () -> study.tell(1, Outcome.measured("y", 1)));
        study.ask(2);
        Records before = study.records();
        Outcome good = Outcome.measured("y", 1);
        assertMessage(
                "There is no trial 3. The study has trials 1 to 2.", () -> study.tell(3, good));
        assertMessage(
                "There is no trial 0. The study has trials 1 to 2.", () -> study.tell(0, good));
        assertMessage(
                "A trial cannot be told that it is pending.", () -> study.tell(1, Outcome.PENDING));
        assertMessage(
                "Output 'y' is missing; given are z.",
                () -> study.tell(1, Outcome.measured("z", 1)));
        assertThrows(IllegalStateException.class, () -> study.correct(1, good));
        assertEquals(before, study.records());
        study.tell(1, good);
        assertThrows(IllegalStateException.class, () -> study.tell(1, good));
    }

    private static void assertMessage(
            String expected, org.junit.jupiter.api.function.Executable e) {
        assertEquals(expected, assertThrows(RuntimeException.class, e).getMessage());
    }

    @Test
    void aCorrectionKeepsThePlaceOfTheOutcome() {
        Study study = Study.of(PLAIN).tuner(new CountingTuner()).open();
        study.ask(3);
        study.tell(2, Outcome.measured("y", 5));
        study.tell(1, Outcome.measured("y", 3));
        study.correct(2, Outcome.measured("y", 1));
        assertEquals(
                List.of(2L, 1L), study.records().finished().stream().map(Trial::number).toList());
        assertEquals(2, study.best(Point.EMPTY).orElseThrow().number());
    }

    /** Somebody who corrects an outcome knows better than the output of the run. */
    @Test
    void whatHasBeenCorrectedIsNotReadAgain() {
        Study study = Study.of(PLAIN).tuner(new CountingTuner()).open();
        study.ask(2);
        assertThrows(IllegalStateException.class, () -> study.reread(1, Outcome.measured("y", 1)));
        study.tell(1, Outcome.measured("y", 5));
        assertFalse(study.reread(1, Outcome.measured("y", 4)).provenance().corrected());
        assertTrue(study.correct(1, Outcome.measured("y", 3)).provenance().corrected());
        assertMessage(
                "The outcome of trial 1 has been corrected by hand, and is not read again.",
                () -> study.reread(1, Outcome.measured("y", 5)));
        Outcome kept = study.records().trials().getFirst().outcome();
        assertEquals(Map.of("y", List.of(3.0)), ((Outcome.Measured) kept).outputs());
    }

    @Test
    void bestKeepsToRangesGoalAndTask() {
        var maximised =
                TuningProblem.named("p")
                        .task(Parameter.integer("n", 1, 9))
                        .parameter(Parameter.real("x", 0, 1000))
                        .objective(Objective.maximize("y"))
                        .objective(Objective.minimize("memory").within(0, 10).rangeOnly())
                        .build();
        Study study =
                Study.of(maximised).tuner(new CountingTuner()).tasks(List.of(SMALL, LARGE)).open();
        study.ask(8);
        tell(study, 1, 5, 9);
        tell(study, 3, 7, 10);
        tell(study, 5, 9, 11); // out of memory's range
        study.tell(7, Outcome.failed(FailureCause.TIMEOUT, ""));
        tell(study, 2, 100, 1);
        assertEquals(3, study.best(SMALL).orElseThrow().number());
        assertEquals(2, study.best(LARGE).orElseThrow().number());
        assertEquals(Optional.empty(), study.best(Point.of("n", 5)));
    }

    private static void tell(Study study, long number, double y, double memory) {
        study.tell(
                number,
                new Outcome.Measured(
                        Map.of("y", List.of(y), "memory", List.of(memory)), Map.of(), 0));
    }

    @Test
    void anExhaustedSpaceEndsTheStudy() {
        Study study = study(StudyTest::upToThree);
        assertEquals(List.of(1.0, 2.0, 3.0), xs(study.ask(5)));
        assertEquals(Study.State.WAIT, study.status().state());
        tellAll(study);
        assertEquals(List.of(), study.ask(2));
        assertEquals(Study.State.DONE, study.status().state());
        assertEquals("three are all", study.status().why());
    }

    /**
     * Serves the front of the demand only, like a tuner that has fewer points left than are wanted.
     */
    private static Proposal upToThree(Records records, Demand demand) {
        var front = new ArrayList<Suggestion>();
        for (Point task : demand.tasksInTurn()) {
            double x = records.nextNumber() + front.size();
            if (x <= 3) {
                front.add(CountingTuner.suggestion(task, Point.of("x", x)));
            }
        }
        return front.isEmpty() ? new Proposal.Done("three are all") : Proposal.run(front);
    }

    @Test
    void anExhaustedTaskLeavesTheOthersTheirBudget() {
        var tuner =
                new CountingTuner((records, demand) -> {
                    Point task = demand.tasksInTurn().getFirst();
                    if (task.equals(SMALL) && records.trials(SMALL).size() == 2) {
                        return new Proposal.Done("small is exhausted");
                    }
                    double x = records.nextNumber();
                    return Proposal.run(List.of(CountingTuner.suggestion(task, Point.of("x", x))));
                });
        Study study =
                Study.of(withTasks()).tuner(tuner).tasks(List.of(SMALL, LARGE)).trials(4).open();
        List<Trial> trials = study.ask(100);
        assertEquals(2, ofTask(trials, SMALL).size());
        assertEquals(4, ofTask(trials, LARGE).size());
    }

    /** A fresh process would ask the tuner again, so this one must do so too. */
    @Test
    void exhaustionIsAskedForAnew() {
        var exhausted = new AtomicBoolean(true);
        Study study =
                study((records, demand) ->
                        exhausted.get()
                                ? new Proposal.Done("nothing now")
                                : upToThree(records, demand));
        assertEquals(List.of(), study.ask(1));
        exhausted.set(false);
        assertEquals(1, study.ask(1).size());
    }

    @Test
    void aWaitingTunerIsAskedAgainAfterTheNextTell() {
        Study study =
                study((records, demand) ->
                        records.trials().size() > records.finished().size()
                                ? new Proposal.Wait("one at a time")
                                : upToThree(records, one(demand)));
        assertEquals(1, study.ask(3).size());
        assertEquals(Study.State.WAIT, study.status().state());
        assertEquals("one at a time; 1 is pending", study.status().why());
        tellAll(study);
        assertEquals(Study.State.RUN, study.status().state());
        assertEquals(1, study.ask(3).size());
    }

    /** A task that waits holds up neither the others nor, once they are done, itself. */
    @Test
    void waitingIsAboutTheFirstTask() {
        for (Allocation allocation : Allocation.values()) {
            Study study =
                    Study.of(withTasks())
                            .tasks(List.of(SMALL, LARGE))
                            .tuner(new CountingTuner(StudyTest::smallOneByOne))
                            .trials(3)
                            .allocation(allocation)
                            .open();
            List<Trial> asked = study.ask(6);
            List<Point> served = asked.stream().map(Trial::task).distinct().toList();
            assertEquals(1, study.records().trials(SMALL).size(), allocation.toString());
            assertEquals(2, served.size(), allocation.toString());
            assertTrue(study.records().trials(LARGE).size() >= 3, allocation.toString());
            tellAll(study);
            for (int i = 0; study.status().state() == Study.State.RUN && i < 20; i++) {
                study.ask(2);
                tellAll(study);
            }
            assertEquals(6, study.records().finished().size(), allocation.toString());
        }
    }

    private static Proposal smallOneByOne(Records records, Demand demand) {
        Point first = demand.tasksInTurn().getFirst();
        boolean waits =
                first.equals(SMALL) && records.trials(SMALL).stream().anyMatch(Trial::isPending);
        return waits ? new Proposal.Wait("one at a time") : counted(records, first);
    }

    private static Proposal counted(Records records, Point task) {
        Point x = Point.of("x", (double) records.nextNumber());
        return Proposal.run(List.of(CountingTuner.suggestion(task, x)));
    }

    /**
     * A script that was killed leaves a trial behind; the tuner waits for it. It is handed out
     * again when it has been out for a minute and three times as long as the longest trial.
     */
    @Test
    void aLostTrialIsHandedOutAgain() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        ProcessId gone = ProcessId.here(dead.toHandle());
        var history = new MemoryHistory();
        Study study =
                Study.of(PLAIN)
                        .history(history)
                        .tuner(
                                new CountingTuner((records, demand) ->
                                        records.trials().stream().anyMatch(Trial::isPending)
                                                ? new Proposal.Wait("one at a time")
                                                : upToThree(records, one(demand))))
                        .trials(5)
                        .open();
        Trial first = study.ask(1).getFirst();
        Instant now = Instant.now();
        history.update(r -> List.of(by(first, gone, now.minusSeconds(50))));
        assertEquals(List.of(), study.ask(1));
        assertEquals(List.of(), study.adoptLost(1), "50 s are too early");
        history.update(r -> List.of(by(first, ProcessId.here(), now.minusSeconds(7000))));
        assertEquals(List.of(), study.ask(1));
        assertEquals(List.of(), study.adoptLost(1), "its process lives");
        history.update(r -> List.of(by(first, gone, now.minusSeconds(70))));
        assertEquals(List.of(), study.ask(1));
        List<Trial> again = study.adoptLost(1);
        assertEquals(List.of(1L), again.stream().map(Trial::number).toList());
        assertEquals(List.of(), study.adoptLost(1), "it has just been handed out");
        history.update(r -> List.of(by(first, gone, now.minusSeconds(100))));
        study.tell(1, Outcome.measured("y", 1)); // took 100 s
        Trial second = study.ask(1).getFirst();
        history.update(r -> List.of(by(second, gone, now.minusSeconds(290))));
        assertEquals(List.of(), study.ask(1));
        assertEquals(List.of(), study.adoptLost(1), "290 s are less than three times as long");
        history.update(r -> List.of(by(second, gone, now.minusSeconds(330))));
        assertEquals(List.of(), study.ask(1));
        assertEquals(1, study.adoptLost(1).size());
    }

    private static Trial by(Trial trial, ProcessId process, Instant asked) {
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                Outcome.PENDING,
                new Provenance(asked, Optional.empty(), process, Effort.NONE));
    }

    @Test
    void aResultOfAnEarlierAttemptIsLate() {
        Study study = Study.of(PLAIN).tuner(new CountingTuner()).trials(2).open();
        Trial first = study.ask(1).getFirst();
        assertEquals(1, first.provenance().attempt());
        Trial again = study.adopt(9, process -> true).getFirst();
        assertEquals(first.number(), again.number());
        assertEquals(2, again.provenance().attempt());
        assertEquals(Optional.empty(), study.tell(1, 1, Outcome.measured("y", 1)));
        assertEquals(List.of(again), study.pending(), "nothing has changed");
        assertEquals(
                2, study.tell(1, 2, Outcome.measured("y", 2)).orElseThrow().provenance().attempt());
        assertEquals(Optional.empty(), study.tell(1, 1, Outcome.measured("y", 3)));
        assertEquals(Optional.empty(), study.tell(1, 2, Outcome.measured("y", 4)), "told twice");
        assertEquals(1, study.records().finished().size());
        assertEquals(
                Outcome.measured("y", 2).outputs(),
                ((Outcome.Measured) study.records().finished().getFirst().outcome()).outputs());
    }

    @Test
    void anOutcomeThatIsThereAlreadyIsToldInWords() {
        Study study = Study.of(PLAIN).tuner(new CountingTuner()).trials(3).open();
        study.ask(3);
        study.tell(1, Outcome.failed(FailureCause.OUT_OF_MEMORY, "killed\n"));
        study.tell(2, Outcome.failed(FailureCause.TIMEOUT, ""));
        study.tell(3, new Outcome.Measured(Map.of("y", List.of(1.5, 2.0)), Map.of(), 0));
        List<String> told =
                List.of(
                        "it failed (out-of-memory: killed)",
                        "it failed (timeout)",
                        "it measured y = 1.5, 2");
        for (int i = 1; i <= 3; i++) {
            long number = i;
            assertEquals(
                    ("Trial %d has an outcome already: %s. If that is wrong, correct it (tell"
                                    + " --correct).")
                            .formatted(i, told.get(i - 1)),
                    assertThrows(
                                    IllegalStateException.class,
                                    () -> study.tell(number, Outcome.measured("y", 1)))
                            .getMessage());
        }
    }

    /** What no tuner could encode would keep the study from going on. */
    @Test
    void addedConfigurationsAreOfTheParameterSpace() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("n", 1, 9))
                        .objective(Objective.minimize("y"))
                        .build();
        Study study = Study.of(problem).tuner(new CountingTuner()).trials(3).open();
        Map<Point, String> wrong =
                Map.of(
                        Point.of("n", 3.5), "n: 3.5 is not an integer.",
                        Point.of("n", 10), "n: 10 is outside its bounds [1, 9].",
                        Point.of("m", 3), "No parameter is named 'm'. Known are: n.");
        wrong.forEach((configuration, why) ->
                ParameterTest.assertRefused(
                        why, () -> study.add(List.of(Candidate.of(Point.EMPTY, configuration)))));
        List<Trial> added = study.add(List.of(Candidate.of(Point.EMPTY, Point.of("n", 3.0))));
        assertEquals(Point.of("n", 3L), added.getFirst().configuration());
        assertEquals(added, study.records().trials());
    }

    private static Demand one(Demand demand) {
        Point first = demand.tasksInTurn().getFirst();
        return new Demand(List.of(first), Map.of(first, demand.left(first)));
    }

    @Test
    void tunersThatBreakTheRulesAreNamed() {
        assertBroken("waits although nothing is pending", d -> new Proposal.Wait("hm"));
        assertBroken("gave no proposal", d -> null);
        assertBroken("gave 0 suggestions where 2 were wanted", d -> Proposal.run(List.of()));
        assertBroken("gave 3 suggestions where 2 were wanted", d -> run(d, 3, Point.of("x", 1.0)));
        assertBroken("x: 1001 is outside its bounds", d -> run(d, 2, Point.of("x", 1001.0)));
        assertBroken("No parameter is named 'z'", d -> run(d, 2, Point.of("z", 1.0)));
        assertBroken(
                "is not for task -",
                d -> Proposal.run(List.of(CountingTuner.suggestion(SMALL, Point.of("x", 1.0)))));
    }

    @Test
    void aProviderThatCreatesNoTunerIsNamed() {
        var none =
                new TunerProvider() {
                    @Override
                    public String name() {
                        return "none";
                    }

                    @Override
                    public String summary() {
                        return "Creates nothing.";
                    }

                    @Override
                    public List<Option<?>> options() {
                        return List.of();
                    }

                    @Override
                    public java.util.Optional<ModelProvider> models() {
                        return java.util.Optional.empty();
                    }

                    @Override
                    public Tuner create(TuningRequest request) {
                        return null;
                    }
                };
        StudyBuilder builder = Study.of(PLAIN).tuner(none).trials(5);
        String message = assertThrows(IllegalStateException.class, builder::open).getMessage();
        assertTrue(message.contains("'none' created none"), message);
    }

    private static Proposal run(Demand demand, int count, Point configuration) {
        Point task = demand.tasksInTurn().getFirst();
        return Proposal.run(
                IntStream.range(0, count)
                        .mapToObj(i -> CountingTuner.suggestion(task, configuration))
                        .toList());
    }

    private static void assertBroken(
            String part, java.util.function.Function<Demand, Proposal> answer) {
        Study study = study((records, demand) -> answer.apply(demand));
        String message = assertThrows(IllegalStateException.class, () -> study.ask(2)).getMessage();
        assertTrue(message.startsWith("Tuner 'counting' ") && message.contains(part), message);
        assertEquals(0, study.records().trials().size());
    }

    @Test
    void suggestionsThatViolateAConstraintAreRefused() {
        var constrained =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1000))
                        .objective(Objective.minimize("y"))
                        .constraint(Constraint.of("half", "x > 500"))
                        .build();
        Study study = Study.of(constrained).tuner(new CountingTuner()).open();
        String message = assertThrows(IllegalStateException.class, () -> study.ask(1)).getMessage();
        assertTrue(message.contains("'half' (x > 500)"), message);
    }

    /** A third party may give 3 for 3.0; what is recorded is canonical. */
    @Test
    void suggestionsBecomeCanonical() {
        Study study = study((records, demand) -> run(demand, 1, Point.of("x", 3)));
        assertEquals(Point.of("x", 3.0), study.ask(1).getFirst().configuration());
    }

    @Test
    void observersHearEverythingOnce() {
        var heard = new ArrayList<String>();
        var observer =
                new StudyObserver() {
                    @Override
                    public void asked(Trial trial) {
                        heard.add("asked " + trial.number());
                    }

                    @Override
                    public void told(Trial trial) {
                        heard.add("told " + trial.number());
                    }

                    @Override
                    public void note(String text) {
                        heard.add(text);
                    }
                };
        Study study =
                Study.of(PLAIN)
                        .tuner(new CountingTuner(StudyTest::upToThree))
                        .observer(observer)
                        .open();
        study.ask(4);
        study.tell(2, Outcome.measured("y", 1));
        study.ask(1); // others are pending: the tuner is asked again, and says the same
        assertEquals(List.of("three are all", "asked 1", "asked 2", "asked 3", "told 2"), heard);
    }

    @Test
    void modelsAreKept() {
        Study study =
                study((records, demand) -> {
                    var run = (Proposal.Run) run(demand, 1, Point.of("x", 1.0));
                    return new Proposal.Run(
                            run.suggestions(),
                            List.of(new ModelRecord("gp", "b", Map.of())),
                            List.of("a note"),
                            new Effort(1, 2));
                });
        Trial trial = study.ask(1).getFirst();
        assertEquals("b", study.records().model("gp").orElseThrow().basis());
        assertEquals(new Effort(1, 2), trial.provenance().effort());
    }
}
