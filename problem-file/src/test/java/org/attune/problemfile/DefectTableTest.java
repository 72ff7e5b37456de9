package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The table defects.txt: a snippet of a problem file, and the messages it must give.
 *
 * <p>Sections that a snippet does not have are added below it from {@link #REST}.
 */
class DefectTableTest {
    private static final List<String> REST =
            List.of(
                    "tuning_problem_name: p",
                    "parameter_space: [{name: x, type: real, lower_bound: 0, upper_bound: 1}]",
                    "output_space: [{name: y}]");

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> messages() throws IOException {
        return rows().stream().map(row -> DynamicTest.dynamicTest(row.title(), () -> check(row)));
    }

    private void check(Row row) throws IOException {
        Path file = Files.writeString(folder.resolve("problem.yaml"), row.file());
        var e = assertThrows(ProblemFileException.class, () -> ProblemFile.read(file));
        assertEquals(row.messages(), e.getMessage().replace(folder + "/", ""));
    }

    private record Row(String title, String file, String messages) {}

    private static List<Row> rows() throws IOException {
        var rows = new ArrayList<Row>();
        String[] parts = ProblemFileTest.resource("defects.txt").split("(?m)^=== ");
        for (String part : List.of(parts).subList(1, parts.length)) {
            int body = part.indexOf('\n') + 1;
            int end = part.indexOf("\n--- messages\n", body) + 1;
            String snippet = part.substring(body, end);
            String rest =
                    REST.stream()
                            .filter(line -> !snippet.contains(line.substring(0, line.indexOf(' '))))
                            .reduce("", (a, b) -> a + b + "\n");
            String messages = part.substring(end + "--- messages\n".length()).stripTrailing();
            rows.add(new Row(part.substring(0, body - 1), snippet + rest, messages));
        }
        return rows;
    }
}
