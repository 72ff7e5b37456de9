package org.attune.api.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Optional;

class NearestNameTest {
    private static final List<String> KNOWN =
            List.of(
                    "tuning_problem_name",
                    "parameter_space",
                    "output_space",
                    "derived_outputs",
                    "lower_bound",
                    "upper_bound",
                    "categories",
                    "evaluation",
                    "goal",
                    "trials");

    @ParameterizedTest
    @CsvSource({
        "parametr_space, parameter_space",
        "Trials, trials",
        "name, tuning_problem_name",
        "problem-name, tuning_problem_name",
        "parameter, parameter_space",
        "parameters, parameter_space",
        "output, output_space",
        "outputs, output_space",
        "eval, evaluation",
        "lower, lower_bound",
        "min, lower_bound",
        "MAX, upper_bound",
        "upper, upper_bound",
        "values, categories",
        "budget, trials",
        "maximize, goal",
    })
    void findsWhatWasMeant(String name, String meant) {
        assertEquals(meant, NearestName.of(name, KNOWN).orElse(""));
    }

    @ParameterizedTest
    @CsvSource({"colour", "bound", "space", "l", "t", "_", "''"})
    void saysNothingWhereNoneOrSeveralFit(String name) {
        assertEquals("", NearestName.hint(name, KNOWN));
    }

    @Test
    void namesThatAreEquallyNear() {
        assertEquals(" Maybe you meant 'x1' or 'x2'.", NearestName.hint("x3", List.of("x1", "x2")));
        assertEquals("", NearestName.hint("O4", List.of("O0", "O1", "O2", "O3")), "no news");
        assertEquals(Optional.empty(), NearestName.of("x3", List.of("x1", "x2")), "no guess");
        assertEquals(
                " Maybe you meant 'x1'.", NearestName.hint("x2", List.of("x1", "x1")), "twice");
    }
}
