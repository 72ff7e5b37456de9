package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.History;
import org.attune.api.MemoryHistory;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.testkit.TestProblem;
import org.attune.testkit.TestProblems;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What each option does to a study. */
class OptionsTest {
    private static final int TRIALS = 9;

    /** Every other value of every choice on small problems of which every fourth run fails. */
    @TestFactory
    Stream<DynamicTest> everyChoiceRunsStudiesThatReplay() {
        return Stream.of(
                        "design=latin-hypercube",
                        "design=random",
                        "kernel=matern32",
                        "kernel=matern12",
                        "kernel=rbf",
                        "output-warp=log",
                        "output-warp=rank",
                        "output-warp=none",
                        "output-warp=raw",
                        "input-warp=false",
                        "categories=ordinal",
                        "priors=false",
                        "starts=1",
                        "iterations=5",
                        "acquisition=ei",
                        "acquisition=pi",
                        "acquisition=lcb",
                        "acquisition=variance",
                        "search=pso",
                        "pending=liar",
                        "model-seed=7",
                        "profile=gptune")
                .flatMap(option ->
                        Stream.of(
                                        TestProblems.real(),
                                        TestProblems.conditional(),
                                        TestProblems.constrained())
                                .map(p ->
                                        DynamicTest.dynamicTest(
                                                option + ": " + p.name(),
                                                () -> assertReplays(p, given(option)))));
    }

    private static Map<String, String> given(String... options) {
        var given = new HashMap<>(Map.of("particles", "20", "generations", "10"));
        for (String option : options) {
            String[] parts = option.split("=");
            given.put(parts[0], parts[1]);
        }
        return given;
    }

    private static void assertReplays(TestProblem problem, Map<String, String> options) {
        List<Trial> trials = run(problem, options, TRIALS, false);
        assertEquals(TRIALS, trials.size());
        assertEquals(TRIALS, new HashSet<>(configurations(trials)).size(), "nothing twice");
        assertTrue(trials.stream().anyMatch(t -> t.origin().phase() == Origin.Phase.MODEL));
        assertEquals(configurations(trials), configurations(run(problem, options, TRIALS, true)));
    }

    private static List<Point> configurations(List<Trial> trials) {
        return trials.stream().map(Trial::configuration).toList();
    }

    /** Runs a study in pairs of trials, with a fresh tuner for each pair if so wanted. */
    private static List<Trial> run(
            TestProblem problem, Map<String, String> options, int trials, boolean fresh) {
        History history = new MemoryHistory();
        Study study = open(problem, options, trials, history);
        while (study.status().state() == Study.State.RUN) {
            for (Trial trial : study.ask(2)) {
                study.tell(
                        trial.number(),
                        trial.number() % 4 == 0
                                ? Outcome.failed(FailureCause.CRASH, "told to fail")
                                : problem.evaluate(trial.candidate()));
            }
            if (fresh) {
                study = open(problem, options, trials, history);
            }
        }
        return study.records().trials();
    }

    private static Study open(
            TestProblem problem, Map<String, String> options, int trials, History history) {
        return Study.of(problem.problem())
                .tuner(new GpLcmTuner.Provider())
                .options(options)
                .tasks(problem.tasks())
                .trials(trials)
                .history(history)
                .open();
    }

    private static long initial(List<Trial> trials) {
        return trials.stream().filter(t -> t.origin().phase() == Origin.Phase.INITIAL).count();
    }

    /** And a larger budget changes nothing of what was proposed before. */
    @Test
    void gptuneSpendsHalfOfTheTrialsOnItsDesign() {
        TestProblem problem = TestProblems.real();
        Map<String, String> options = given("profile=gptune");
        assertEquals(6, initial(run(problem, options, 12, false)));
        History history = new MemoryHistory();
        for (int trials : List.of(4, 10)) {
            Study study = open(problem, options, trials, history);
            List<Point> before = configurations(study.records().trials());
            while (study.status().state() == Study.State.RUN) {
                for (Trial trial : study.ask(1)) {
                    study.tell(trial.number(), problem.evaluate(trial.candidate()));
                }
            }
            List<Trial> after = study.records().trials();
            assertEquals(before, configurations(after.subList(0, before.size())));
            assertEquals(trials == 4 ? 2 : 3, initial(after), "2 of 4; of 10 the fifth as well");
        }
    }

    @Test
    void initialIsTheNumberOfTrialsBeforeTheModel() {
        assertEquals(7, initial(run(TestProblems.real(), given("initial=7"), TRIALS, false)));
    }

    @Test
    void aSeedOfItsOwnMovesItsUseOnly() {
        TestProblem problem = TestProblems.real();
        List<Trial> base = run(problem, given(), TRIALS, false);
        int designed = (int) initial(base);
        List<Trial> searched = run(problem, given("search-seed=5"), TRIALS, false);
        assertEquals(
                configurations(base.subList(0, designed)),
                configurations(searched.subList(0, designed)));
        assertNotEquals(configurations(base), configurations(searched));
        List<Trial> designedAnew = run(problem, given("design-seed=5"), TRIALS, false);
        assertNotEquals(base.getFirst().configuration(), designedAnew.getFirst().configuration());
    }

    @Test
    void theOriginNamesTheTechnique() {
        List<Trial> trials =
                run(TestProblems.real(), given("design=random", "acquisition=lcb"), TRIALS, false);
        assertEquals("random", trials.getFirst().origin().technique());
        assertEquals("lcb", trials.getLast().origin().technique());
    }
}
