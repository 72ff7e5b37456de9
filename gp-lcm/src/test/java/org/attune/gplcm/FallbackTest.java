package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

class FallbackTest {
    private static List<Trial> fromDesign(
            Map<String, String> options, ToDoubleBiFunction<Point, Long> f) {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("w", 0, 1))
                        .objective(Objective.minimize("seconds"))
                        .build();
        try (Study study =
                Study.of(problem)
                        .tuner(new GpLcmTuner.Provider())
                        .options(options)
                        .trials(30)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                double seconds = f.applyAsDouble(trial.configuration(), trial.number());
                study.tell(trial.number(), Outcome.measured("seconds", seconds));
            }
            return study.records().trials().stream()
                    .filter(t -> t.origin().equals(Origin.of("sobol")))
                    .toList();
        }
    }

    @Test
    void wherePlacesSayNothingTheSpaceIsFilled() {
        ToDoubleBiFunction<Point, Long> noise =
                (p, number) -> new Seed(3).generator("noise", number).nextDouble();
        List<Trial> filling = fromDesign(Map.of(), noise);
        assertTrue(filling.size() >= 5, filling.toString());
        double model = filling.stream().mapToDouble(t -> t.provenance().effort().model()).sum();
        assertTrue(model > 0, "that it predicts nothing took its time, too");
        assertEquals(List.of(), fromDesign(Map.of("fallback", "false"), noise));
    }

    @Test
    void whereTheModelPredictsItDecidesAlone() {
        assertEquals(
                List.of(),
                fromDesign(
                        Map.of(),
                        (p, number) ->
                                Math.pow(p.number("x") - 0.3, 2)
                                        + Math.pow(p.number("w") - 0.6, 2)));
    }
}
