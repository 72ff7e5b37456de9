package org.attune.api;

import java.util.ArrayList;
import java.util.List;

/** Lists of nodes as Slurm writes them: {@code n[1-3,07],login} and {@code r[0-1]c[0-1]}. */
public final class NodeList {
    private static final int MOST = 1_000_000; // more are no list of nodes

    private NodeList() {}

    /**
     * Returns the names in the order of the text.
     *
     * @throws IllegalArgumentException if a bracket is not closed or a range makes no sense
     */
    public static List<String> expand(String text) {
        var names = new ArrayList<String>();
        int from = 0;
        int depth = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && (depth == 0 || i == text.length())) {
                String part = text.substring(from, i).strip();
                if (!part.isEmpty() && !part.equals("(null)")) {
                    addExpanded(part, text, names);
                }
                from = i + 1;
            }
        }
        return names;
    }

    private static void addExpanded(String part, String all, List<String> names) {
        int open = part.indexOf('[');
        if (open < 0) {
            if (part.indexOf(']') >= 0) {
                throw wrong(all);
            }
            names.add(part);
            return;
        }
        int close = part.indexOf(']', open);
        if (close < 0) {
            throw wrong(all);
        }
        for (String range : part.substring(open + 1, close).split(",", -1)) {
            for (String number : numbers(range.strip(), all)) {
                addExpanded(
                        part.substring(0, open) + number + part.substring(close + 1), all, names);
            }
        }
    }

    /** Returns the numbers of a range, with as many zeros in front as its start has. */
    private static List<String> numbers(String range, String all) {
        if (!range.matches("\\d{1,9}(-\\d{1,9})?")) {
            throw wrong(all);
        }
        String[] ends = range.split("-");
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        if (last < first || last - first >= MOST) {
            throw wrong(all);
        }
        var numbers = new ArrayList<String>();
        for (int n = first; n <= last; n++) {
            numbers.add(("%0" + ends[0].length() + "d").formatted(n));
        }
        return numbers;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("'%s' is no list of nodes.".formatted(text));
    }
}
