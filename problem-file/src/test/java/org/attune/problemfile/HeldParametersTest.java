package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class HeldParametersTest {
    @TempDir Path folder;

    /** Writes a problem of method, version, levels and size with some held, and reads it again. */
    private ProblemFile holding(Map<String, Object> held, String sections) throws IOException {
        String text =
                """
                tuning_problem_name: held
                parameter_space:
                  - {name: method, type: categorical, categories: [direct, amg, True], default: direct}
                  - {name: version, type: categorical, categories: [1.10, 1.2, True], default: True}
                  - {name: levels, type: integer, lower_bound: 1, upper_bound: 8, default: 2, active_if: "method == 'amg'"}
                  - {name: size, type: real, lower_bound: 1, upper_bound: 9, default: 4}
                output_space: [{name: seconds, optimize: True}]
                """
                        + sections;
        ProblemFile whole = ProblemFile.read(Files.writeString(folder.resolve("w.yaml"), text));
        return ProblemFile.read(
                Files.writeString(folder.resolve("held.yaml"), whole.holding(held)));
    }

    @Test
    void wordsKeepTheirSpelling() throws IOException {
        ProblemFile file =
                holding(
                        Map.of("size", 2.5),
                        """
                        evaluation:
                          command: [./app, 1.10, .5, True, 1e3, "{version}"]
                          environment: {RELEASE: 2.50, FAST: {value: True, secret: True}}
                          outputs: {seconds: {measure: wall}}
                        """);
        assertEquals(
                List.of("./app", "1.10", ".5", "True", "1e3", "{version}"),
                file.evaluation().get("command"));
        assertEquals(
                Map.of("RELEASE", "2.50", "FAST", Map.of("value", "True", "secret", "true")),
                file.evaluation().get("environment"));
        assertEquals(
                Optional.of(Point.of("method", "direct", "version", "True", "size", 2.5)),
                file.problem().parameterSpace().defaultPoint());
        assertEquals(3, file.problem().parameterSpace().parameters().get(1).size());
    }

    /** What is compared with another category is no misspelling where one is held. */
    @Test
    void expressionsMayNameOtherCategories() throws IOException {
        ProblemFile file =
                holding(
                        Map.of("method", "direct"),
                        "constraints: {few: \"method != 'True' or size < 3\"}");
        assertEquals(1, file.problem().constraints().size());
    }

    @Test
    void configurationsThatBecomeAlikeStandOnce() throws IOException {
        ProblemFile file =
                holding(
                        Map.of("size", 2.5),
                        """
                        initial:
                          - {method: direct, version: 1.10, size: 3}
                          - {method: direct, version: 1.10, size: 5}
                        """);
        assertEquals(
                List.of(Point.of("method", "direct", "version", "1.10", "size", 2.5)),
                file.initial());
    }

    @Test
    void configurationsThatLackAnActiveParameterAreLeftOut() throws IOException {
        ProblemFile file =
                holding(
                        Map.of("method", "amg"),
                        """
                        initial: [{method: direct, version: 1.10, size: 3}]
                        drift: {every: 5, configuration: {method: direct, version: 1.2, size: 3}}
                        """);
        assertEquals(List.of(), file.initial());
        assertEquals(Optional.empty(), file.drift().orElseThrow().configuration());
    }

    @Test
    void theConfigurationThatIsMeasuredAgainIsHeldToo() throws IOException {
        ProblemFile file =
                holding(
                        Map.of("version", "1.2"),
                        "drift: {every: 5, configuration: {method: amg, version: True, levels: 3,"
                                + " size: 3}}");
        assertEquals(
                Optional.of(Point.of("method", "amg", "version", "1.2", "levels", 3, "size", 3.0)),
                file.drift().orElseThrow().configuration());
    }
}
