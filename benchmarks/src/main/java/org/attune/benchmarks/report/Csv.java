package org.attune.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of a table as comma-separated values: RFC 4180, except that lines end with a line feed. */
final class Csv {
    private final List<String> lines = new ArrayList<>();

    Csv(String... header) {
        row((Object[]) header);
    }

    /** Adds a row; numbers that are not finite are left empty. */
    Csv row(Object... cells) {
        lines.add(List.of(cells).stream().map(Csv::cell).collect(Collectors.joining(",")));
        return this;
    }

    private static String cell(Object cell) {
        if (cell instanceof Double d && !Double.isFinite(d)) {
            return "";
        }
        String text = cell.toString();
        return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }
}
