package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class StoppingTest {
    private static final Point ONE = Point.of("n", 1);
    private static final Point TWO = Point.of("n", 2);

    private static TuningProblem problem(Objective... objectives) {
        var builder =
                TuningProblem.named("p")
                        .task(Parameter.integer("n", 1, 9))
                        .parameter(Parameter.real("x", 0, 1000).withDefault(500));
        for (Objective o : objectives) {
            builder.objective(o);
        }
        return builder.build();
    }

    private static StudyBuilder study(StoppingRule... rules) {
        return Study.of(problem(Objective.minimize("y")))
                .tuner(new CountingTuner())
                .tasks(List.of(ONE))
                .trials(9)
                .stop(rules);
    }

    private static StoppingRule target(double y) {
        return new StoppingRule.Target(Map.of("y", y));
    }

    /** Tells these values one after the other, as long as something can be asked. */
    private static List<Double> run(Study study, double... values) {
        var told = new ArrayList<Double>();
        for (double value : values) {
            List<Trial> asked = study.ask(1);
            if (asked.isEmpty()) {
                break;
            }
            study.tell(asked.getFirst().number(), measured(value, 1));
            told.add(value);
        }
        return told;
    }

    private static Outcome measured(double value, double elapsed) {
        return new Outcome.Measured(Map.of("y", List.of(value)), Map.of(), elapsed);
    }

    @Test
    void aTargetEndsTheStudyWithWords() {
        Study study = study(target(2)).open();
        assertEquals(List.of(3.0, 2.0), run(study, 3, 2, 1));
        assertEquals(Study.State.DONE, study.status().state());
        assertEquals("n=1: target y 2 reached by trial 2", study.status().why());
    }

    @Test
    void aTargetThatTheDefaultReachesEndsAtOnce() {
        Study study = study(target(7.5)).open();
        assertEquals(List.of(7.0), run(study, 7, 6));
        assertTrue(study.status().why().endsWith("by trial 1, the default configuration"));
    }

    @Test
    void aTargetOutsideOfARangeDoesNotCount() {
        Study study =
                Study.of(
                                problem(
                                        Objective.maximize("y"),
                                        Objective.minimize("mb").within(0, 10).rangeOnly()))
                        .tuner(new CountingTuner())
                        .tasks(List.of(ONE))
                        .stop(target(5))
                        .open();
        for (List<Double> outputs : List.of(List.of(6.0, 11.0), List.of(4.0, 9.0))) {
            study.tell(
                    study.ask(1).getFirst().number(),
                    new Outcome.Measured(
                            Map.of("y", List.of(outputs.get(0)), "mb", List.of(outputs.get(1))),
                            Map.of(),
                            0));
        }
        assertEquals(List.of(), study.stops());
        study.tell(
                study.ask(1).getFirst().number(),
                new Outcome.Measured(Map.of("y", List.of(5.0), "mb", List.of(10.0)), Map.of(), 0));
        assertEquals(3, study.records().trials().size());
        assertEquals("target y 5 reached by trial 3", study.stops().getFirst().why());
    }

    @Test
    void tasksStopForThemselves() {
        Study study = study(target(0)).tasks(List.of(ONE, TWO)).trials(3).open();
        for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
            Trial trial = asked.getFirst();
            study.tell(trial.number(), measured(trial.task().equals(ONE) ? 0 : 1, 1));
        }
        assertEquals(1, study.records().trials(ONE).size());
        assertEquals(3, study.records().trials(TWO).size());
        assertEquals(
                "n=1: target y 0 reached by trial 1, the default configuration; other tasks: all 3"
                        + " trials per task have been told",
                study.status().why());
    }

    /** Failures count as no improvement, equal values too. */
    @Test
    void noImprovementIsCountedFromTheBest() {
        Study study = study(new StoppingRule.NoImprovement(3)).open();
        run(study, 5, 6, 4);
        study.tell(study.ask(1).getFirst().number(), Outcome.failed(FailureCause.CRASH, ""));
        assertEquals(List.of(4.0, 9.0), run(study, 4, 9, 1));
        assertEquals("n=1: no improvement in 3 trials", study.status().why());
    }

    /**
     * 100 is improved on by a tenth at 90 and less; 95 and 91 do not count, and 90 is what counts
     * next.
     */
    @Test
    void smallStepsDoNotCountUntilTheyAddUp() {
        Study study = study(new StoppingRule.NoImprovement(2, 0.1)).open();
        assertEquals(List.of(100.0, 95.0, 89.0, 85.0, 81.0), run(study, 100, 95, 89, 85, 81, 1));
        assertEquals("n=1: no improvement by 10 % in 2 trials", study.status().why());
    }

    /** Negative values and those that are maximised: the share is of the amount. */
    @Test
    void theShareIsOfTheAmount() {
        Study study = study(new StoppingRule.NoImprovement(1, 0.1)).open();
        assertEquals(List.of(-10.0, -11.5, -12.0), run(study, -10, -11.5, -12, 1));
    }

    /** By 4 % in both, by 6 % in one; more than the third's in both; then too little, twice. */
    @Test
    void withSeveralObjectivesOneHasToImproveByMoreThanTheShare() {
        Study study =
                Study.of(problem(Objective.minimize("y"), Objective.maximize("z")))
                        .tuner(new CountingTuner())
                        .tasks(List.of(ONE))
                        .stop(new StoppingRule.NoImprovement(2, 0.05))
                        .open();
        double[][] outputs = {{100, 100}, {96, 104}, {200, 106}, {150, 109}, {97, 102}, {96, 103}};
        for (double[] o : outputs) {
            assertEquals(Study.State.RUN, study.status().state());
            study.tell(
                    study.ask(1).getFirst().number(),
                    new Outcome.Measured(
                            Map.of("y", List.of(o[0]), "z", List.of(o[1])), Map.of(), 0));
        }
        assertEquals(Study.State.DONE, study.status().state());
    }

    @Test
    void noImprovementWaitsForTheFirstUsableTrial() {
        Study study = study(new StoppingRule.NoImprovement(2)).open();
        for (int i = 0; i < 5; i++) {
            study.tell(study.ask(1).getFirst().number(), Outcome.failed(FailureCause.CRASH, ""));
        }
        assertEquals(List.of(1.0, 1.0, 1.0), run(study, 1, 1, 1, 1));
    }

    /** Each of these trials is worse in one objective, and only the fourth in both. */
    @Test
    void withSeveralObjectivesAnyPointOfTheFrontIsAnImprovement() {
        Study study =
                Study.of(problem(Objective.minimize("y"), Objective.maximize("z")))
                        .tuner(new CountingTuner())
                        .tasks(List.of(ONE))
                        .stop(new StoppingRule.NoImprovement(1))
                        .open();
        double[][] outputs = {{5, 5}, {4, 4}, {3, 3}, {3.5, 2}};
        for (double[] o : outputs) {
            study.tell(
                    study.ask(1).getFirst().number(),
                    new Outcome.Measured(
                            Map.of("y", List.of(o[0]), "z", List.of(o[1])), Map.of(), 0));
        }
        assertEquals(Study.State.DONE, study.status().state());
    }

    @Test
    void aPendingTrialMayOverruleARule() {
        Study study = study(new StoppingRule.NoImprovement(1)).open();
        List<Trial> asked = study.ask(3);
        study.tell(asked.get(0).number(), measured(5, 1));
        study.tell(asked.get(1).number(), measured(6, 1));
        assertEquals(List.of(), study.ask(1));
        assertEquals(Study.State.WAIT, study.status().state());
        assertEquals("n=1: no improvement in 1 trial; 1 is pending", study.status().why());
        study.tell(asked.get(2).number(), measured(4, 1));
        assertEquals(Study.State.RUN, study.status().state());
        assertEquals(1, study.ask(1).size());
    }

    /** Four trials of 10 s fit into 35 s, whether they run one by one or at once. */
    @Test
    void secondsOfAllTasksAddUpAndPendingTrialsCountTheirMean() {
        for (int atOnce : List.of(1, 2, 3)) {
            Study study = study(new StoppingRule.Seconds(35)).tasks(List.of(ONE, TWO)).open();
            study.tell(study.ask(1).getFirst().number(), measured(1, 10));
            for (List<Trial> asked = study.ask(atOnce);
                    !asked.isEmpty();
                    asked = study.ask(atOnce)) {
                asked.forEach(t -> study.tell(t.number(), measured(1, 10)));
            }
            assertEquals(4, study.records().trials().size());
            assertEquals("n=1, n=2: 35 s of evaluation used up", study.status().why());
        }
    }

    @Test
    void timeThatWasExpectedAndNotTakenIsGivenBack() {
        Study study = study(new StoppingRule.Seconds(15)).open();
        study.tell(study.ask(1).getFirst().number(), measured(1, 10));
        Trial second = study.ask(1).getFirst();
        assertEquals(List.of(), study.ask(1));
        assertEquals(
                "n=1: 15 s of evaluation will be used up by what is pending; 1 is pending",
                study.status().why());
        study.tell(second.number(), measured(1, 1));
        assertEquals(1, study.ask(1).size());
    }

    /** What another study measured tells of the best, but took none of this study's time. */
    @Test
    void trialsTakenOverCountForTargetsOnly() {
        Study other = study().open();
        run(other, 4, 5, 6, 7);
        Study study = study(new StoppingRule.Seconds(2), new StoppingRule.NoImprovement(2)).open();
        study.reuse(other.records().finished());
        assertEquals(List.of(), study.stops());
        assertEquals(List.of(5.0, 5.0), run(study, 5, 5, 5));
        Study aimed = study(target(4)).open();
        aimed.reuse(other.records().finished());
        assertEquals(Study.State.DONE, aimed.status().state());
    }

    private static Study expecting(double threshold, Allocation allocation, double... logGains) {
        var tuner =
                new CountingTuner((records, demand) -> {
                    int done = records.trials().size() - 1; // the default has none
                    var suggestion =
                            new Suggestion(
                                    Candidate.of(
                                            demand.tasksInTurn().getFirst(),
                                            Point.of("x", (double) done)),
                                    new Origin(Origin.Phase.MODEL, "m"),
                                    logGains[done]);
                    return Proposal.run(List.of(suggestion));
                });
        return study(new StoppingRule.Gain(threshold))
                .tuner(tuner)
                .trials(13)
                .allocation(allocation)
                .open();
    }

    /** The best of the last eight counts, and NaN says nothing. */
    @Test
    void smallExpectationsEndATask() {
        double low = Math.log(0.009);
        double[] gains = {
            -3, low, low, Double.NaN, low, low, low, low, low, Double.NEGATIVE_INFINITY, -1, -1
        };
        for (Allocation allocation : Allocation.values()) {
            Study study = expecting(0.01, allocation, gains);
            assertEquals(11, run(study, new double[13]).size());
            assertEquals(
                    "n=1: expected gain below 0.01 standard deviations in the last 8 proposals",
                    study.status().why());
            List<Trial> trials = study.records().trials();
            assertTrue(Double.isNaN(trials.get(0).provenance().logExpectedGain()));
            assertEquals(-3, trials.get(1).provenance().logExpectedGain());
            assertEquals(Math.log(Double.MIN_VALUE), trials.get(10).provenance().logExpectedGain());
        }
        assertEquals(13, run(expecting(0.008, Allocation.EQUAL, gains), new double[13]).size());
    }

    @Test
    void aRuleThatIsLoosenedOrRemovedLetsTheStudyGoOn() {
        var history = new MemoryHistory();
        Study first = study(target(4)).history(history).open();
        run(first, 4);
        assertEquals(Study.State.DONE, study(target(4)).history(history).open().status().state());
        assertEquals(Study.State.RUN, study(target(3)).history(history).open().status().state());
        assertEquals(Study.State.RUN, study().history(history).open().status().state());
        study(target(4)).history(history).open();
        var kept =
                Study.of(problem(Objective.minimize("y")))
                        .tuner(new CountingTuner())
                        .tasks(List.of(ONE))
                        .history(history)
                        .open();
        assertEquals(List.of(target(4)), kept.setUp().stop());
    }

    private static Study usual(History history, List<String> notes, StoppingRule... rules) {
        return Study.of(problem(Objective.minimize("y")))
                .tuner(new CountingTuner())
                .tasks(List.of(ONE))
                .history(history)
                .observer(
                        new StudyObserver() {
                            @Override
                            public void note(String text) {
                                notes.add(text);
                            }
                        })
                .usualStop(List.of(rules))
                .open();
    }

    /** What was chosen for one study stays, until the rules for all of them are edited. */
    @Test
    void usualRulesTakeEffectWhenTheyAreEdited() {
        var history = new MemoryHistory();
        var notes = new ArrayList<String>();
        assertEquals(List.of(target(4)), usual(history, notes, target(4)).setUp().stop());
        study(target(3)).trials(20).history(history).open();
        assertEquals(List.of(target(3)), usual(history, notes, target(4)).setUp().stop());
        assertEquals(List.of(), notes);
        assertEquals(List.of(), usual(history, notes).setUp().stop());
        assertEquals(
                List.of(
                        "Since study 'main' was started, 'stop' was edited; it now ends by its"
                                + " number of trials alone."),
                notes);
        assertEquals(List.of(target(2)), usual(history, notes, target(2)).setUp().stop());
        int size = notes.size();
        usual(history, notes, target(2));
        assertEquals(size, notes.size());
    }

    @Test
    void aTunerWithoutExpectationsIsNotedOnce() {
        var history = new MemoryHistory();
        var notes = new ArrayList<String>();
        usual(history, notes, new StoppingRule.Gain(0.1));
        usual(history, notes, new StoppingRule.Gain(0.1));
        assertEquals(1, notes.size());
        assertTrue(notes.getFirst().startsWith("Tuner 'counting' has no model"), notes.getFirst());
    }

    @Test
    void senselessRulesAreRefused() {
        refused("stop.seconds is -1, but must be positive.", () -> new StoppingRule.Seconds(-1));
        refused("stop.gain is NaN, but must be positive.", () -> new StoppingRule.Gain(Double.NaN));
        refused(
                "stop.no_improvement is 0, but must be positive.",
                () -> new StoppingRule.NoImprovement(0));
        refused("stop.target has no value.", () -> new StoppingRule.Target(Map.of()));
        refused(
                "stop.target.y is Infinity, but must be finite.",
                () -> target(Double.POSITIVE_INFINITY));
        refused(
                "Two rules of one kind: target y 1; target y 2",
                () -> study(target(1), target(2)).open());
        refused(
                "stop.target: 'z' is no optimised objective; there is y.",
                () -> study(new StoppingRule.Target(Map.of("z", 1.0))).open());
        refused(
                "stop.target: y = 1 can never be reached: only values of 2 and more are accepted.",
                () ->
                        Study.of(problem(Objective.minimize("y").within(2, 3)))
                                .tuner(new CountingTuner())
                                .tasks(List.of(ONE))
                                .stop(target(1))
                                .open());
    }

    private static void refused(String words, org.junit.jupiter.api.function.Executable rules) {
        String message = assertThrows(IllegalArgumentException.class, rules).getMessage();
        assertTrue(message.startsWith(words), message);
    }

    @Test
    void rulesComeBackFromTheirDescription() {
        List<StoppingRule> rules =
                List.of(
                        new StoppingRule.Seconds(3600),
                        target(1.5),
                        new StoppingRule.NoImprovement(15),
                        new StoppingRule.Gain(1e-3));
        Map<String, Object> description = StoppingRule.description(rules);
        assertEquals(
                List.of("seconds", "target", "no_improvement", "gain"),
                List.copyOf(description.keySet()));
        assertEquals(rules, StoppingRule.of(description));
        List<StoppingRule> shares = List.of(new StoppingRule.NoImprovement(20, 0.01));
        assertEquals(shares, StoppingRule.of(StoppingRule.description(shares)));
        assertEquals(shares, rule(Map.of("trials", 20, "by", "1%")));
        assertEquals(shares, rule(Map.of("trials", 20, "by", "1.0 %")));
        refused(
                "stop.no_improvement.by is a lot%",
                () -> rule(Map.of("trials", 2, "by", "a lot%")));
        refused("stop.no_improvement.by is 2, but", () -> rule(Map.of("trials", 2, "by", "200%")));
        refused("stop.no_improvement.trials is missing", () -> rule(Map.of("by", 0.1)));
        refused("stop.no_improvement.share is not known", () -> rule(Map.of("share", 0.1)));
        refused("stop.no_improvement is 2.5, not", () -> rule(2.5));
        refused("stop.second is not known", () -> StoppingRule.of(Map.of("second", 1)));
        refused("stop.gain is soon, not", () -> StoppingRule.of(Map.of("gain", "soon")));
        refused("stop.target is 1, not", () -> StoppingRule.of(Map.of("target", 1)));
    }

    private static List<StoppingRule> rule(Object noImprovement) {
        return StoppingRule.of(Map.of("no_improvement", noImprovement));
    }
}
