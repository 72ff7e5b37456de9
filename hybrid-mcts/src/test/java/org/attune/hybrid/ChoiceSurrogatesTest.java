package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.gplcm.GpLcmTuner;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Choices among several values have a kernel of their own, those among two have not. */
class ChoiceSurrogatesTest {
    private static List<Parameter> choices(int several, int switches) {
        var parameters = new ArrayList<Parameter>();
        for (int i = 0; i < several; i++) {
            parameters.add(Parameter.categorical("c" + i, List.of("p", "q", "r", "s")));
        }
        for (int i = 0; i < switches; i++) {
            parameters.add(Parameter.categorical("b" + i, List.of("0", "1")));
        }
        return parameters;
    }

    private static boolean pays(int several, int switches) {
        return ChoiceSurrogates.pays(new Axes(Space.of(choices(several, switches)), false));
    }

    @Test
    void mostChoicesNeedMoreThanTwoValues() {
        assertTrue(pays(2, 1));
        assertFalse(pays(1, 1));
        assertFalse(pays(0, 3));
    }

    private static List<Point> proposed(List<Parameter> parameters, Map<String, String> options) {
        var builder = TuningProblem.named("choices");
        parameters.forEach(builder::parameter);
        return Studies.run(
                        builder.objective(Objective.minimize("y")).build(),
                        List.of(Point.EMPTY),
                        new HybridTuner.Provider(),
                        options,
                        20,
                        c ->
                                IntStream.range(0, parameters.size())
                                        .mapToDouble(
                                                i -> Math.sin(3 * i + value(c.configuration(), i)))
                                        .sum())
                .trials()
                .stream()
                .map(Trial::configuration)
                .toList();
    }

    private static int value(Point p, int i) {
        return p.has("c" + i) ? p.get("c" + i).hashCode() : 0;
    }

    /** The kernel of gp-lcm without its sum, which is what spaces of switches have. */
    @Test
    void aGivenKernelIsUsed() {
        Map<String, String> given = Map.of("additive", "false");
        assertNotEquals(proposed(choices(5, 0), Map.of()), proposed(choices(5, 0), given));
        assertEquals(proposed(choices(2, 3), Map.of()), proposed(choices(2, 3), given));
    }

    /** Beside a number the kernel is that of gp-lcm, and the tree makes a difference. */
    @Test
    void besideNumbersAndWithoutTheTreeItProposesWhatGpLcmDoes() {
        var parameters = new ArrayList<>(choices(3, 0));
        parameters.add(Parameter.real("x", 0, 1));
        var builder = TuningProblem.named("mixed");
        parameters.forEach(builder::parameter);
        TuningProblem problem = builder.objective(Objective.minimize("y")).build();
        List<List<Trial>> runs =
                List.of(
                        Studies.run(
                                        problem,
                                        List.of(Point.EMPTY),
                                        new HybridTuner.Provider(),
                                        Map.of("tree-every", "0"),
                                        16,
                                        c -> value(c.configuration(), 0) % 7)
                                .trials(),
                        Studies.run(
                                        problem,
                                        List.of(Point.EMPTY),
                                        new GpLcmTuner.Provider(),
                                        Map.of(),
                                        16,
                                        c -> value(c.configuration(), 0) % 7)
                                .trials());
        assertEquals(
                runs.get(1).stream().map(Trial::configuration).toList(),
                runs.get(0).stream().map(Trial::configuration).toList());
    }
}
