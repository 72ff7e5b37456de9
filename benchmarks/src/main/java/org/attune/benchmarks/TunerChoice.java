package org.attune.benchmarks;

import org.attune.api.Allocation;
import org.attune.api.Tuners;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tuner and its options, as the command line writes them: {@code random} or {@code
 * gp-lcm[profile=gptune;initial=8]}.
 *
 * @param text as written, the name in result files
 * @param tuner name
 * @param options texts by name
 * @param allocation of the trials to tasks that are tuned together; written among the options, as
 *     {@code allocate=adaptive}
 * @param parallel number of trials that are proposed before one of them is told; written among the
 *     options, as {@code parallel=4}
 */
record TunerChoice(
        String text,
        String tuner,
        Map<String, String> options,
        Allocation allocation,
        int parallel) {
    private static final String ALLOCATE = "allocate";
    private static final String PARALLEL = "parallel";

    /** Returns whether each study takes the tuner that is chosen for it. */
    boolean isAuto() {
        return tuner.equals(Tuners.AUTO);
    }

    /**
     * Reads a list with commas between its entries; commas within brackets belong to an option.
     *
     * @throws IllegalArgumentException if an entry is malformed or stands twice
     */
    static List<TunerChoice> list(String list) {
        var choices = new ArrayList<TunerChoice>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i == list.length() ? ',' : list.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth == 0 || i == list.length()) {
                choices.add(of(list.substring(start, i).strip()));
                start = i + 1;
            }
        }
        if (choices.stream().map(TunerChoice::text).distinct().count() < choices.size()) {
            throw new IllegalArgumentException("A tuner stands twice in '%s'.".formatted(list));
        }
        return choices;
    }

    private static TunerChoice of(String text) {
        int open = text.indexOf('[');
        if (open < 0 && !text.isEmpty() && !text.contains("]")) {
            return new TunerChoice(text, text, Map.of(), Allocation.EQUAL, 1);
        }
        if (open < 1 || text.indexOf(']') != text.length() - 1 || text.lastIndexOf('[') != open) {
            throw malformed(text);
        }
        var options = new LinkedHashMap<String, String>();
        for (String pair : text.substring(open + 1, text.length() - 1).split(";")) {
            int equals = pair.indexOf('=');
            if (equals < 1
                    || options.put(
                                    pair.substring(0, equals).strip(),
                                    pair.substring(equals + 1).strip())
                            != null) {
                throw malformed(text);
            }
        }
        Allocation allocation = Allocation.EQUAL;
        if (options.getOrDefault(ALLOCATE, "").equals("adaptive")) {
            allocation = Allocation.ADAPTIVE;
            options.remove(ALLOCATE);
        }
        String together = options.remove(PARALLEL);
        int parallel = together == null ? 1 : parallel(together, text);
        return new TunerChoice(
                text, text.substring(0, open).strip(), options, allocation, parallel);
    }

    private static int parallel(String together, String text) {
        try {
            int parallel = Integer.parseInt(together);
            if (parallel > 0) {
                return parallel;
            }
        } catch (NumberFormatException e) {
            // as a number below one
        }
        throw new IllegalArgumentException(
                "parallel=%s of '%s' has to be a whole number from 1 on: of trials that are proposed before one of them is told."
                        .formatted(together, text));
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "'%s' is no tuner. Maybe write NAME or NAME[option=value;option=value]."
                        .formatted(text));
    }
}
