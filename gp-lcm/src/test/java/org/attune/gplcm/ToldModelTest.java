package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/** What users are told of a study most of whose trials are near the optimum. */
class ToldModelTest {
    private static final List<String> COMPILERS = List.of("gcc", "clang", "icc");
    private static final List<String> LEVELS = List.of("O1", "O2", "O3");
    private static final List<String> ALLOCATORS = List.of("glibc", "jemalloc", "tcmalloc");

    private static TuningProblem problem() {
        return TuningProblem.named("compilers")
                .parameter(Parameter.categorical("cc", COMPILERS))
                .parameter(Parameter.categorical("level", LEVELS))
                .parameter(Parameter.categorical("malloc", ALLOCATORS))
                .parameter(Parameter.categorical("lto", List.of("on", "off")))
                .parameter(Parameter.real("chunk", 0, 1))
                .objective(Objective.minimize("t"))
                .build();
    }

    /** A sum over the parameters, whose range is 10. */
    private static double seconds(Point p) {
        return 10
                + new double[] {0, -2, 3}[COMPILERS.indexOf(p.get("cc"))]
                + new double[] {2, 0, -1}[LEVELS.indexOf(p.get("level"))]
                + new double[] {1, -1, -1.2}[ALLOCATORS.indexOf(p.get("malloc"))]
                + (p.get("lto").equals("on") ? 0 : 0.5)
                + Math.abs(p.number("chunk") - 0.3);
    }

    private static Study tuned(long seed, Map<String, String> options) {
        Study study =
                Study.of(problem())
                        .tuner(new GpLcmTuner.Provider())
                        .options(options)
                        .trials(40)
                        .seed(seed)
                        .open();
        for (var asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
            double y = seconds(asked.getFirst().configuration());
            study.tell(
                    asked.getFirst().number(),
                    new Outcome.Measured(Map.of("t", List.of(y)), Map.of(), 0));
        }
        return study;
    }

    /** Returns the root mean square error over all combinations of the categories. */
    private static double error(FittedModel model) {
        double squares = 0;
        int count = 0;
        for (String cc : COMPILERS) {
            for (String level : LEVELS) {
                for (String malloc : ALLOCATORS) {
                    Point p =
                            Point.of(
                                    "cc", cc, "level", level, "malloc", malloc, "lto", "off",
                                    "chunk", 0.7);
                    double difference = model.predict(Point.EMPTY, p, "t").median() - seconds(p);
                    squares += difference * difference;
                    count++;
                }
            }
        }
        return Math.sqrt(squares / count);
    }

    /** One regime: what is judged is the warp. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aSumIsKnownFarFromTheOptimum(long seed) {
        try (Study study = tuned(seed, Map.of("regimes", "false"))) {
            assertEquals(0, error(study.model().orElseThrow()), 0.1);
        }
    }

    @Test
    void whoChoosesAWarpIsToldByIt() {
        Map<String, String> chosen = Map.of("regimes", "false", "output-warp", "yeo-johnson");
        try (Study study = tuned(2, chosen)) {
            assertTrue(error(study.model().orElseThrow()) > 0.5);
        }
    }
}
