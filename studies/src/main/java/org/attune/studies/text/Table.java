package org.attune.studies.text;

import org.attune.api.Format;
import org.attune.api.Point;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of text in aligned columns. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    /** Begins a table with these headings. */
    public Table(String... headings) {
        this(List.of(headings));
    }

    /** Begins a table with these headings, of which there may be any number. */
    public Table(List<String> headings) {
        rows.add(List.copyOf(headings));
    }

    /** Adds a row with as many cells as there are headings; points stand there as tasks do. */
    public Table row(Object... cells) {
        rows.add(Arrays.stream(cells).map(Table::text).toList());
        return this;
    }

    private static String text(Object cell) {
        return cell instanceof Point task ? Format.task(task) : String.valueOf(cell);
    }

    /** Returns the number of rows. */
    public int size() {
        return rows.size() - 1;
    }

    /** Prints headings, unless all are empty, and rows; the last column is not padded. */
    public void print(PrintStream out) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int c = 0; c < columns; c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        boolean headless = rows.getFirst().stream().allMatch(String::isEmpty);
        for (List<String> row : rows.subList(headless ? 1 : 0, rows.size())) {
            var line = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                line.append(row.get(c));
                if (c < columns - 1) {
                    line.append(" ".repeat(widths[c] - row.get(c).length() + 2));
                }
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
