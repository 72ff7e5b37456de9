package org.attune.api.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of the expressions of {@code golden_expressions.tsv}, which real Python computed. */
class GoldenExpressionsTest {
    /** The names of {@code golden_expressions.py}. */
    static final Map<String, Object> SCOPE = scope();

    private record Row(String expression, String result) {}

    @Test
    void agreesWithPython() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Row row : rows()) {
            String ours = result(row.expression());
            if (!same(row, ours)) {
                wrong.add(row + " but ours is " + ours);
            }
        }
        assertTrue(wrong.isEmpty(), () -> String.join("\n", wrong));
    }

    @Test
    void numberAndTestAgreeWithValue() throws IOException {
        Object[] slots = SCOPE.values().toArray();
        for (Row row : rows()) {
            Expression.Bound bound = bound(row.expression());
            if (row.result().equals("error")) {
                assertThrows(EvaluationException.class, () -> bound.number(slots), row::toString);
                assertThrows(EvaluationException.class, () -> bound.test(slots), row::toString);
                continue;
            }
            Object value = bound.value(slots);
            if (value instanceof String text) {
                assertThrows(EvaluationException.class, () -> bound.number(slots), row::toString);
                assertEquals(!text.isEmpty(), bound.test(slots), row::toString);
            } else {
                double number = Values.number(value);
                assertEquals(number + 0.0, bound.number(slots) + 0.0, row::toString);
                assertEquals(number != 0, bound.test(slots), row::toString);
            }
        }
    }

    /** Names that are replaced by their values fold to the same. */
    @Test
    void foldedConstantsGiveTheSame() throws IOException {
        for (Row row : rows()) {
            String text = row.expression();
            for (Map.Entry<String, Object> entry : SCOPE.entrySet()) {
                Object value = entry.getValue();
                String literal =
                        value instanceof String s
                                ? "'" + s + "'"
                                : value instanceof Boolean b ? (b ? "True" : "False") : "" + value;
                text =
                        text.replaceAll(
                                "(?<![\\w'\"])" + entry.getKey() + "(?![\\w'\"(])",
                                "(" + literal + ")");
            }
            assertEquals(result(row.expression()), result(text), text);
        }
    }

    static List<String> expressions() throws IOException {
        return rows().stream().map(Row::expression).toList();
    }

    static Expression.Bound bound(String expression) {
        return Expression.parse(expression).bind(List.copyOf(SCOPE.keySet()));
    }

    /** The value as the file writes it. */
    private static String result(String expression) {
        try {
            Object value = bound(expression).value(SCOPE.values().toArray());
            return switch (value) {
                case Long n -> "int " + n;
                case Double x -> "float " + x;
                case Boolean b -> "bool " + (b ? "True" : "False");
                default -> "str " + value;
            };
        } catch (EvaluationException e) {
            return "error";
        }
    }

    /** Floats by value, to the bit unless the C library's elementary functions are in it. */
    private static boolean same(Row row, String ours) {
        if (!row.result().startsWith("float ") || !ours.startsWith("float ")) {
            return row.result().equals(ours);
        }
        double expected = Double.parseDouble(row.result().substring(6));
        double actual = Double.parseDouble(ours.substring(6));
        boolean elementary = row.expression().matches(".*(exp|log|\\*\\*|pow).*");
        double tolerance = elementary ? 2 * Math.ulp(expected) : 0;
        return Double.compare(expected, actual) == 0
                || elementary && Math.abs(expected - actual) <= tolerance;
    }

    private static List<Row> rows() throws IOException {
        String name = "golden_expressions.tsv";
        try (InputStream in = GoldenExpressionsTest.class.getResourceAsStream(name)) {
            String content = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return content.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", 2))
                    .map(cells -> new Row(cells[0], cells[1]))
                    .toList();
        }
    }

    private static Map<String, Object> scope() {
        Map<String, Object> scope = new LinkedHashMap<>();
        scope.put("i", 3L);
        scope.put("j", -7L);
        scope.put("k", 0L);
        scope.put("n", 384L);
        scope.put("x", 2.5);
        scope.put("y", -0.75);
        scope.put("z", 0.0);
        scope.put("s", "amg");
        scope.put("t", "");
        scope.put("flag", true);
        scope.put("off", false);
        return scope;
    }
}
