package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class PermutationFileTest {
    private static final String FILE =
            """
            tuning_problem_name: loops
            parameter_space:
              - name: order
                type: permutation
                items: [i, j, k, l]
                default: [l, i, j, k]
                separator: " "
              - {name: stages, type: permutation, items: [i, s]}
              - {name: n, type: integer, lower_bound: 1, upper_bound: 4, active_if: "position(l) == 3"}
            output_space: [{name: seconds}]
            constraints:
              data: "before(j, k) and position(order, 'i') != 3"
            initial:
              - {order: "i,j,k,l", stages: [s, i], n: 2}
            """;

    @TempDir Path folder;

    private ProblemFile read(String text) throws IOException {
        return ProblemFile.read(Files.writeString(folder.resolve("loops.yaml"), text));
    }

    @Test
    void readsPermutations() throws IOException {
        ProblemFile file = read(FILE);
        TuningProblem problem = file.problem();
        assertEquals(
                Parameter.permutation("order", List.of("i", "j", "k", "l"))
                        .separatedBy(" ")
                        .withDefault(List.of("l", "i", "j", "k")),
                problem.parameterSpace().parameters().getFirst());
        Point first = file.initial().getFirst();
        assertEquals(List.of("i", "j", "k", "l"), first.get("order"));
        assertEquals(List.of("s", "i"), first.get("stages"));
        assertTrue(problem.admits(Point.EMPTY, first));
        Point other = Point.of("order", List.of("k", "j", "i", "l"), "stages", List.of("i", "s"));
        assertFalse(
                problem.admits(
                        Point.EMPTY,
                        problem.parameterSpace()
                                .canonical(Point.of("order", "k,j,i,l", "stages", "i,s", "n", 1))));
        assertFalse(problem.admits(Point.EMPTY, other));
    }

    /** Each mistake is said with its line and field. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "items: [i, j, k, l] | items: [i, j, k, i] | yaml:5: parameter_space[0].items[3]: i"
                        + " stands twice.",
                "items: [i, j, k, l] | items: [i] | yaml:5: parameter_space[0].items: a permutation"
                        + " has 2 to 100 items, not 1.",
                "items: [i, j, k, l] | items: [i, 'j k'] | yaml:5: parameter_space[0].items: the"
                        + " item 'j k' must have",
                "items: [i, j, k, l] | values: [i, j] | a parameter of type permutation has no"
                        + " values.",
                "default: [l, i, j, k] | default: [l, i, j] | yaml:6: parameter_space[0].default:"
                        + " 'l,i,j' lacks k",
                "default: [l, i, j, k] | default: [l, i, j, m] | yaml:6:"
                        + " parameter_space[0].default: 'm' is not one of its items i,j,k,l.",
                "default: [l, i, j, k] | default: 7 | yaml:6: parameter_space[0].default: '7' is"
                        + " not one of its items",
                "before(j, k) | before(j, m) | yaml:12: constraints.data: column 1: 'm' is no"
                        + " item.",
                "before(j, k) | before(order, 'j', 's') | yaml:12: constraints.data: column 1: 's'"
                        + " is no item of 'order'",
                "before(j, k) | before(stage, 'i', 's') | 'stage' is no permutation. Maybe you"
                        + " meant 'stages'",
                "before(j, k) | position(i) == 0 | yaml:12: constraints.data: column 1: 2"
                        + " permutations have an item 'i'",
                "before(j, k) | order == 'i,j,k,l' | yaml:12: constraints.data: column 1: 'order'"
                        + " is an order of items",
                "stages: [s, i] | stages: [s] | yaml:14: initial[0].stages: 's' lacks i",
                "n: 2 | n: [2] | yaml:14: initial[0].n: expected a number, text, true or false, not"
                        + " a list."
            })
    void mistakesHaveTheirLines(String from, String to, String message) {
        var e = assertThrows(ProblemFileException.class, () -> read(FILE.replace(from, to)));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    @Test
    void noTaskIsAPermutation() {
        String text =
                FILE.replace(
                        "parameter_space:",
                        "input_space: [{name: p, type: permutation, items: [a, b]}]\n"
                                + "tasks: [{p: [a, b]}]\n"
                                + "parameter_space:");
        var e = assertThrows(ProblemFileException.class, () -> read(text));
        assertTrue(
                e.getMessage().contains("a task parameter cannot be a permutation."),
                e.getMessage());
    }

    @Test
    void noBeliefIsAboutOne() {
        var e =
                assertThrows(
                        ProblemFileException.class,
                        () -> read(FILE + "beliefs: {order: [i, j]}\n"));
        assertTrue(e.getMessage().contains("no beliefs about permutations"), e.getMessage());
    }
}
