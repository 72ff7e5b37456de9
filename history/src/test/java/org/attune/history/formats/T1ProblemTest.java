package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class T1ProblemTest {
    private static String input(String values, String condition) {
        return """
        {"ConfigurationSpace": {
           "TuningParameters": [
             {"Name": "block", "Type": "int", "Values": "%s"},
             {"Name": "cache", "Type": "bool", "Values": "[True, False]"}],
           "Conditions": [{"Parameters": ["block"], "Expression": "%s"}]},
         "General": {"TimeUnit": "Seconds"},
         "KernelSpecification": {"KernelName": "add", "KernelFile": "add.cu"}}\
        """
                .formatted(values, condition);
    }

    private static T1Problem.Result read(String values, String condition) {
        return T1Problem.read(input(values, condition), "t1.json", "add");
    }

    @Test
    void parametersAndConditionsAreTakenOver() {
        assertEquals(
                new T1Problem.Result(
                        """
                        # From t1.json, kernel "add" of "add.cu".
                        tuning_problem_name: add
                        parameter_space:
                          - {name: "block", type: ordinal, values: [16, 32, 64]}
                          - {name: "cache", type: categorical, categories: ["True", "False"]}
                        output_space:
                          - {name: time, type: real, unit: s}
                        constraints:
                          condition1: "block * 2 <= 64"
                        # Say how the kernel is run and where its time is found; see: attune init.
                        """,
                        List.of()),
                read("[16, 32, 64]", "block * 2 <= 64"));
    }

    /** A default of a number, of a truth value, and one that is none of the values. */
    @Test
    void defaultsAreKept() {
        String text =
                input("[16, 32]', 'Default': 32, 'x': '", "block > 0")
                        .replace('\'', '"')
                        .replace("\"[True, False]\"", "\"[True, False]\", \"Default\": \"False\"");
        T1Problem.Result result = T1Problem.read(text, "t1.json", "add");
        assertTrue(result.yaml().contains("values: [16, 32], default: 32}"), result.yaml());
        assertTrue(result.yaml().contains("default: \"False\"}"), result.yaml());
        assertEquals(List.of(), result.notes());
        T1Problem.Result other = T1Problem.read(text.replace(": 32,", ": 64,"), "t1.json", "add");
        assertTrue(!other.yaml().contains("default: 64"), other.yaml());
        assertEquals(
                List.of("The default 64 of \"block\" is left out: it is none of its values."),
                other.notes());
    }

    @Test
    void rangesAndTuplesAreValues() {
        assertTrue(read("range(1, 8, 3)", "block > 0").yaml().contains("[1, 4, 7]"));
        assertTrue(read("list(range(3))", "block > 0").yaml().contains("[0, 1, 2]"));
        assertTrue(read("range(9, 0, -4)", "block > 0").yaml().contains("[9, 5, 1]"));
        assertTrue(read("(1.5, 2)", "block > 0").yaml().contains("[1.5, 2]"));
    }

    @Test
    void aConditionThatIsNoExpressionIsLeftOutAndSaid() {
        T1Problem.Result result = read("[1]", "__import__('os').system('ls')");
        assertEquals(1, result.notes().size());
        assertTrue(!result.yaml().contains("constraints"), result.yaml());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "[x]", "[[1]]", "range(0)", "range(1, 2, 0)", "open('f')", "[None]"})
    void otherValuesAreRefused(String values) {
        var e = assertThrows(IllegalArgumentException.class, () -> read(values, "block > 0"));
        assertTrue(e.getMessage().startsWith("t1.json is no input of the format T1"));
    }

    @Test
    void otherFilesAreRefused() {
        for (String text : List.of("", "{}", "{\"ConfigurationSpace\": {}}")) {
            assertThrows(
                    IllegalArgumentException.class, () -> T1Problem.read(text, "t1.json", "add"));
        }
    }
}
