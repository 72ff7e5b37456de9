package org.attune.history.formats;

import java.util.ArrayList;
import java.util.List;

/**
 * Comma-separated values as RFC 4180 has them: lines end with CR LF when written and with either or
 * both when read; cells with commas, quotes or line breaks are quoted, with quotes doubled.
 */
final class Csv {
    private Csv() {}

    /**
     * A line of the file, which may be several of the text.
     *
     * @param line of the text where it begins, from 1
     * @param cells at least one
     */
    record Row(int line, List<String> cells) {}

    /** Returns the line of these cells. */
    static String line(List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            line.append(i == 0 ? "" : ",").append(quoted(cells.get(i)));
        }
        return line.append("\r\n").toString();
    }

    private static String quoted(String cell) {
        boolean plain =
                cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                        && cell.strip().length() == cell.length();
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    /**
     * Returns the lines that are not empty.
     *
     * @throws IllegalArgumentException if a quote is not closed, or text follows a closed one
     */
    static List<Row> read(String text) {
        var rows = new ArrayList<Row>();
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        int line = 1;
        int first = 1; // line of the row
        boolean started = false; // whether the row has anything
        int at = text.startsWith("\uFEFF") ? 1 : 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"' && cell.isEmpty()) {
                int end = closing(text, at, line);
                String content = text.substring(at, end);
                cell.append(content.replace("\"\"", "\""));
                line += (int) content.chars().filter(ch -> ch == '\n').count();
                at = end + 1;
                started = true;
                if (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
                    throw new IllegalArgumentException(
                            "line %d: there is text behind a closing quote".formatted(line));
                }
            } else if (c == ',') {
                cells.add(cell.toString());
                cell.setLength(0);
                started = true;
            } else if (c == '\n' || c == '\r') {
                if (c == '\r' && at < text.length() && text.charAt(at) == '\n') {
                    at++;
                }
                if (started) {
                    cells.add(cell.toString());
                    rows.add(new Row(first, List.copyOf(cells)));
                }
                cells.clear();
                cell.setLength(0);
                started = false;
                first = ++line;
            } else {
                cell.append(c);
                started = true;
            }
        }
        if (started) {
            cells.add(cell.toString());
            rows.add(new Row(first, List.copyOf(cells)));
        }
        return rows;
    }

    /** Returns where the quote ends that begins before {@code from}. */
    private static int closing(String text, int from, int line) {
        int at = from;
        while (true) {
            at = text.indexOf('"', at);
            if (at < 0) {
                throw new IllegalArgumentException(
                        "line %d: a quote is not closed".formatted(line));
            }
            if (at + 1 == text.length() || text.charAt(at + 1) != '"') {
                return at;
            }
            at += 2;
        }
    }
}
