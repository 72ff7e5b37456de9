package org.attune.charts.page;

import org.attune.api.Format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of a table as comma-separated values: RFC 4180, except that lines end with a line feed. */
public final class Csv {
    private final List<List<Object>> rows = new ArrayList<>();

    /** Begins with a row of headings. */
    public Csv(String... header) {
        row((Object[]) header);
    }

    /** Adds a row; numbers that are not finite are left empty. */
    public Csv row(Object... cells) {
        rows.add(List.copyOf(Arrays.asList(cells)));
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

    /** Returns the text of the file. */
    public String text() {
        return rows.stream()
                        .map(r -> r.stream().map(Csv::cell).collect(Collectors.joining(",")))
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    /** Returns how many rows there are below the headings. */
    public int size() {
        return rows.size() - 1;
    }

    List<Object> header() {
        return rows.getFirst();
    }

    /** Returns the first rows below the headings. */
    List<List<Object>> first(int count) {
        return rows.subList(1, Math.min(rows.size(), count + 1));
    }

    /** Returns a cell for a reader: numbers with four digits. */
    static String shown(Object cell) {
        return cell instanceof Double d
                ? Double.isFinite(d) ? Format.number(d) : ""
                : cell.toString();
    }
}
