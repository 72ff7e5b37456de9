package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.FidelityScale;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Programs that print curves, and when they are ended. */
class ProgressTest {
    @TempDir Path folder;

    private static TuningProblem.Builder bare() {
        return TuningProblem.named("p").parameter(Parameter.integer("x", 0, 100));
    }

    private static final TuningProblem PROBLEM =
            bare().objective(Objective.minimize("loss"))
                    .fidelity(FidelityParameter.integer("steps", 1, 10).resumed())
                    .build();
    private static final FidelityScale SCALE = PROBLEM.fidelity().orElseThrow();

    private static Map<String, Object> section(Map<String, Object> progress, Object... more) {
        var section = new HashMap<String, Object>();
        // x + 10 / step; from the third step on the file "go" has to be there
        section.put(
                "command",
                List.of(
                        "sh",
                        "-c",
                        "for s in 1 2 3 4 5 6 7 8 9 10; do echo step=$s loss=$(( $0 + 10 / s ));"
                                + " if [ $s = 3 ] && [ $0 = 50 ]; then exec sleep 60; fi; done;"
                                + " echo final=$(( $0 + 1 ))",
                        "{x}"));
        section.put("outputs", Map.of("loss", Map.of("regex", "final=(\\S+)")));
        section.put("progress", progress);
        for (int i = 0; i < more.length; i += 2) {
            section.put((String) more[i], more[i + 1]);
        }
        return section;
    }

    private static Map<String, Object> rule(Object... more) {
        var rule = new HashMap<String, Object>(Map.of("regex", "step=(\\d+) loss=(\\S+)"));
        for (int i = 0; i < more.length; i += 2) {
            rule.put((String) more[i], more[i + 1]);
        }
        return rule;
    }

    private static Trial trial(long number, long x) {
        return trial(number, x, Origin.of("test"));
    }

    private static Trial trial(long number, long x, Origin origin) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of("x", x)),
                origin,
                Outcome.PENDING,
                Provenance.here(Effort.NONE));
    }

    private CommandEvaluator evaluator(Map<String, Object> section) {
        return new CommandEvaluator(
                PROBLEM, CommandSettings.of(PROBLEM, section), folder, folder.resolve("runs"), 1);
    }

    private static Outcome.Measured run(CommandEvaluator evaluator, Trial trial) throws Exception {
        return assertInstanceOf(
                Outcome.Measured.class, evaluator.submit(trial).get(240, TimeUnit.SECONDS));
    }

    /** A run that sleeps for a minute after its third step is ended there, and all of it. */
    @Test
    void aPoorRunIsEndedInTheMiddle() throws Exception {
        try (var evaluator = evaluator(section(rule("trials", 3)))) {
            evaluator.endEarly();
            for (long n = 1; n <= 3; n++) {
                Outcome.Measured whole = run(evaluator, trial(n, n));
                assertEquals(List.of(n + 1.0), whole.outputs().get("loss"));
                assertEquals(Optional.empty(), whole.reached());
                assertEquals(10, ((List<?>) whole.extra().get("progress")).size());
            }
            Outcome.Measured ended = run(evaluator, trial(4, 50));
            assertTrue(ended.elapsed() < 20, ended.elapsed() + " s");
            assertEquals(0.3, ended.reached().orElseThrow().value(), 1e-12);
            assertEquals(List.of(53.0), ended.outputs().get("loss"), "50 + 10 / 3");
            assertFalse(Files.exists(folder.resolve("runs/4/process")), "nothing is left of it");
            Outcome again =
                    new KeptOutput(folder.resolve("runs"))
                            .reparse(
                                    trial(4, 50),
                                    CommandSettings.of(PROBLEM, section(rule("trials", 3))));
            assertEquals(ended.outputs(), ((Outcome.Measured) again).outputs());
            assertEquals(ended.reached(), ((Outcome.Measured) again).reached());
            var without = section(rule());
            without.remove("progress");
            assertUnknown(without);
            assertUnknown(section(rule("regex", "step (\\d+): (\\S+)")));
        }
    }

    /** Nothing says any more how far the fourth trial had come. */
    private void assertUnknown(Map<String, Object> section) {
        var kept = new KeptOutput(folder.resolve("runs"));
        CommandSettings settings = CommandSettings.of(PROBLEM, section);
        var e =
                assertThrows(
                        UncheckedIOException.class, () -> kept.reparse(trial(4, 50), settings));
        assertTrue(e.getMessage().contains("ended early"), e.getMessage());
    }

    /** What is known of curves comes back with the records of the study. */
    @Test
    void curvesAreRecalled() throws Exception {
        var earlier = new ArrayList<Trial>();
        for (long n = 1; n <= 3; n++) {
            earlier.add(told(n, n, 10));
        }
        try (var evaluator = evaluator(section(rule("trials", 3)))) {
            evaluator.recall(earlier);
            evaluator.endEarly();
            assertTrue(run(evaluator, trial(4, 50)).reached().isPresent());
        }
    }

    /** A trial whose curve is x + 10 / step, as it comes back from a history. */
    private static Trial told(long number, long x, int steps) {
        var points = new ArrayList<List<Double>>();
        for (int s = 1; s <= steps; s++) {
            points.add(List.of((double) s, (double) (x + 10 / s)));
        }
        return trial(number, x)
                .with(
                        new Outcome.Measured(
                                Map.of("loss", List.of(x + 1.0)),
                                Map.of("progress", points),
                                1,
                                Optional.of(steps)
                                        .filter(s -> s < 10)
                                        .map(s -> new Fidelity(s / 10.0))));
    }

    @Test
    void nothingIsEndedUnlessSomebodyWantsIt() throws Exception {
        var section = section(rule("trials", 1));
        try (var evaluator = evaluator(section)) {
            run(evaluator, trial(1, 1));
            assertTrue(run(evaluator, trial(2, 90)).reached().isEmpty(), "not told to");
        }
        Curves curves = curves(rule("trials", 1));
        curves.add(told(1, 1, 10));
        Curve poor = Curve.of(SCALE, List.of(List.of(1.0, 99.0)));
        assertTrue(curves.isHopeless(trial(2, 90), poor));
        var given = new Origin(Origin.Phase.GIVEN, "given");
        assertFalse(curves.isHopeless(trial(2, 90, given), poor), "a user wants to see it");
        curves.add(told(2, 90, 1));
        assertFalse(curves.isHopeless(trial(3, 90), poor), "it was ended once");
        assertTrue(curves.isHopeless(trial(3, 91), poor));
    }

    private static Curves curves(Map<String, Object> rule) {
        return new Curves(
                CommandSettings.of(PROBLEM, section(rule)).progress().orElseThrow(), SCALE);
    }

    private static ProgressRule progress(Object... more) {
        return CommandSettings.of(PROBLEM, section(rule(more))).progress().orElseThrow();
    }

    private static Curve curve(double... values) {
        var curve = new Curve(SCALE);
        for (int i = 0; i < values.length; i++) {
            curve.add(i + 1, values[i]);
        }
        return curve;
    }

    /** Means up to the second step: 5, 6, 9; the median is 6. */
    @Test
    void theMedianRuleComparesTheBestWithMeans() {
        ProgressRule rule = progress("trials", 3);
        List<Curve> others = List.of(curve(6, 4, 1), curve(8, 4), curve(9, 9, 9, 0));
        assertFalse(rule.isHopeless(curve(20, 6), others), "as good as the median");
        assertTrue(rule.isHopeless(curve(20, 6.1), others));
        assertFalse(rule.isHopeless(curve(5, 20), others), "the best so far counts");
        assertFalse(rule.isHopeless(curve(20, 20, 20), others), "two have come there, not three");
        assertFalse(progress("trials", 4).isHopeless(curve(20, 20), others));
        assertFalse(progress("trials", 3, "from", 3).isHopeless(curve(20, 20), others));
        assertTrue(progress("trials", 3, "from", 2).isHopeless(curve(20, 20), others));
    }

    /** On passing a third of the cost, the fourth step, one of three goes on. */
    @Test
    void halvingKeepsTheBestThirdAtItsRungs() {
        ProgressRule rule = progress("rule", "halving", "trials", 5);
        var others = new ArrayList<Curve>();
        for (int i = 1; i <= 5; i++) {
            others.add(curve(9, 9, 9, i));
        }
        assertFalse(rule.isHopeless(curve(9, 9, 9, 1.5), others), "the second of six");
        assertTrue(rule.isHopeless(curve(9, 9, 9, 2.5), others), "the third of six");
        assertFalse(rule.isHopeless(curve(99, 99, 99), others), "no rung is passed: 2 to 3 of 10");
        assertTrue(
                progress("rule", "halving", "eta", 5, "trials", 5)
                        .isHopeless(curve(99, 99), others),
                "a fifth is passed");
    }

    @Test
    void whatIsMaximisedIsEndedWhereItIsLow() {
        TuningProblem problem =
                bare().objective(Objective.maximize("loss"))
                        .fidelity(FidelityParameter.integer("steps", 1, 10))
                        .build();
        ProgressRule rule =
                CommandSettings.of(problem, section(rule("trials", 1))).progress().orElseThrow();
        assertTrue(rule.isHopeless(curve(4), List.of(curve(5))));
        assertFalse(rule.isHopeless(curve(6), List.of(curve(5))));
    }

    /** The curve of a run that goes on begins with that of its parent. */
    @Test
    void aResumedRunIsComparedAsAWhole() {
        Curves curves = curves(rule("trials", 1));
        curves.add(told(1, 20, 10));
        curves.add(told(2, 10, 3));
        Trial child =
                new Trial(
                        3,
                        trial(3, 10).candidate(),
                        Origin.of("test"),
                        Outcome.PENDING,
                        Provenance.here(Effort.NONE)
                                .after(Optional.of(new Parent(2, new Fidelity(0.3)))));
        Curve rest = Curve.of(SCALE, List.of(List.of(4.0, 99.0)));
        Trial other = trial(3, 11);
        assertTrue(curves.isHopeless(other, rest));
        assertFalse(curves.isHopeless(child, rest), "its parent was as low as 13");
    }

    @Test
    void curvesAscendAndLeaveOutWhatIsNoNumber() {
        Curve curve = curve(5, 4);
        assertFalse(curve.add(2, 3), "the same level");
        assertFalse(curve.add(1, 3));
        assertFalse(curve.add(3, Double.NaN));
        assertFalse(curve.add(Double.NaN, 3));
        assertEquals(List.of(List.of(1.0, 5.0), List.of(2.0, 4.0)), curve.recorded());
        assertEquals(1, SCALE.share(11), "beyond the full run");
        assertEquals(0.5, SCALE.share(5), 1e-12);
        var longer = new Curve(FidelityParameterOf.share());
        for (int i = 1; i <= 1000; i++) {
            longer.add(i / 1000.0, i);
        }
        assertEquals(Curve.KEPT, longer.recorded().size());
        assertEquals(List.of(0.001, 1.0), longer.recorded().getFirst());
        assertEquals(List.of(1.0, 1000.0), longer.recorded().getLast());
    }

    private static final class FidelityParameterOf {
        static FidelityScale share() {
            return bare().objective(Objective.minimize("loss"))
                    .fidelity(FidelityParameter.share("s"))
                    .build()
                    .fidelity()
                    .orElseThrow();
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertRefused(
                "fidelity", bare().objective(Objective.minimize("loss")).build(), section(rule()));
        TuningProblem two =
                bare().objective(Objective.minimize("loss"))
                        .objective(Objective.minimize("other"))
                        .fidelity(FidelityParameter.share("s"))
                        .build();
        var outputs = Map.of("loss", Map.of("regex", "(.)"), "other", Map.of("regex", "(.)"));
        assertRefused("only output", two, section(rule(), "outputs", outputs));
        assertRefused("Maybe remove 'repeats'", PROBLEM, section(rule(), "repeats", 3));
        assertRefused("Maybe remove 'warmup'", PROBLEM, section(rule(), "warmup", 1));
        CommandSettings.of(PROBLEM, section(rule(), "repeats", 1, "warmup", 0));
        assertRefused("has 1 groups, but needs two", PROBLEM, section(rule("regex", "a(.)")));
        assertRefused("belongs to rule: halving", PROBLEM, section(rule("eta", 3)));
        assertRefused("evaluation.progress.rule", PROBLEM, section(rule("rule", "mean")));
        assertRefused("evaluation.progress.trials", PROBLEM, section(rule("trials", 0)));
        assertRefused("is no level", PROBLEM, section(rule("from", "soon")));
    }

    private static void assertRefused(
            String words, TuningProblem problem, Map<String, Object> section) {
        var wrong =
                assertThrows(
                        IllegalArgumentException.class, () -> CommandSettings.of(problem, section));
        assertTrue(wrong.getMessage().contains(words), wrong.getMessage());
        assertTrue(wrong.getMessage().startsWith("evaluation.progress"), wrong.getMessage());
    }
}
