package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * Where trials are measured once, and nothing is said of how well, proposals are the same to the
 * bit, whatever else was measured: noise of the others touches none of them.
 */
class PlainNoiseTest {
    private static final int TRIALS = 14;

    /** A problem, and what its program may say besides that tells nothing of the objectives. */
    record Setting(
            String name, TuningProblem problem, List<Point> tasks, Map<String, String> options) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Setting> settings() {
        var time = Objective.minimize("time");
        var memory = Objective.minimize("memory");
        return Stream.of(
                new Setting("mixed", builder(time).build(), List.of(Point.EMPTY), Map.of()),
                new Setting(
                        "squared exponential",
                        builder(time).build(),
                        List.of(Point.EMPTY),
                        Map.of("kernel", "rbf", "additive", "false")),
                new Setting(
                        "GPTune's method",
                        builder(time).build(),
                        List.of(Point.EMPTY),
                        Map.of("profile", "gptune")),
                new Setting(
                        "two objectives",
                        builder(time, memory).build(),
                        List.of(Point.EMPTY),
                        Map.of()),
                new Setting(
                        "a range",
                        builder(time, memory.within(0, 2).rangeOnly()).build(),
                        List.of(Point.EMPTY),
                        Map.of()),
                tasks("tasks", "auto"),
                tasks("coregionalization", "lcm"),
                tasks("features", "features"));
    }

    private static Setting tasks(String name, String sharing) {
        return new Setting(
                name,
                builder(Objective.minimize("time")).task(Parameter.real("shift", 0, 1)).build(),
                List.of(Point.of("shift", 0.2), Point.of("shift", 0.6)),
                Map.of("sharing", sharing));
    }

    private static TuningProblem.Builder builder(Objective... objectives) {
        TuningProblem.Builder builder =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.integer("n", 1, 64).log())
                        .parameter(Parameter.categorical("kind", List.of("a", "b")))
                        .parameter(Parameter.real("depth", 0, 1).activeIf("kind == 'b'"));
        Stream.of(objectives).forEach(builder::objective);
        return builder;
    }

    @ParameterizedTest
    @MethodSource("settings")
    void whatSaysNothingOfTheNoiseChangesNoProposal(Setting setting) {
        List<Candidate> plain = proposals(setting, v -> Map.of());
        assertEquals(plain, proposals(setting, v -> Map.of("time_standard_error", List.of(-1.0))));
        assertEquals(
                plain,
                proposals(
                        setting,
                        v ->
                                Map.of(
                                        "time_standard_error", List.of(0.0),
                                        "other", List.of(v, 2 * v, 5 * v),
                                        "other_standard_error", List.of(v))));
        assertNotEquals(
                plain, proposals(setting, v -> Map.of("time_standard_error", List.of(0.3 + v))));
    }

    private static List<Candidate> proposals(
            Setting setting, DoubleFunction<Map<String, List<Double>>> besides) {
        try (Study study =
                Study.of(setting.problem())
                        .tasks(setting.tasks())
                        .trials(TRIALS)
                        .seed(3)
                        .tuner(new GpLcmTuner.Provider())
                        .options(setting.options())
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                Trial trial = study.ask(1).getFirst();
                study.tell(trial.number(), outcome(setting, trial.candidate(), besides));
            }
            return study.records().trials().stream().map(Trial::candidate).toList();
        }
    }

    private static Outcome outcome(
            Setting setting, Candidate at, DoubleFunction<Map<String, List<Double>>> besides) {
        Point p = at.configuration();
        double x = p.number("x");
        if (x > 0.9) {
            return Outcome.failed(FailureCause.CRASH, "");
        }
        double shift = at.task().has("shift") ? at.task().number("shift") : 0.4;
        double depth = p.has("depth") ? p.number("depth") : 0.7;
        double time =
                1 + Math.abs(x - shift) + Math.pow(Math.log(p.number("n") / 8), 2) + depth * x;
        var outputs = new LinkedHashMap<>(besides.apply(time));
        outputs.put("time", List.of(time));
        if (setting.problem().objectives().size() > 1) {
            outputs.put("memory", List.of(1 + x + p.number("n") / 32));
        }
        return new Outcome.Measured(outputs, Map.of(), 0);
    }
}
