package org.attune.history.environment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node as {@code scontrol show node} prints it, or a job as {@code scontrol show job} does.
 *
 * @param fields by name, of the first that is printed
 */
record SlurmNode(Map<String, String> fields) {
    private static final Pattern FIELD =
            Pattern.compile("(?<=^|\\s)([A-Za-z][\\w/:.]*)=(.*?)(?=\\s+[A-Za-z][\\w/:.]*=|\\s*$)");

    /** Reads what it prints, on one line ({@code -o}) or many. */
    static SlurmNode parse(String text) {
        var fields = new LinkedHashMap<String, String>();
        for (String line : text.strip().split("\\R")) {
            Matcher m = FIELD.matcher(line.strip());
            while (m.find()) {
                fields.putIfAbsent(m.group(1), m.group(2).strip());
            }
        }
        return new SlurmNode(fields);
    }

    /** Returns sockets, cores and threads under GPTune's names, as far as they are printed. */
    Map<String, Object> shape() {
        var shape = new LinkedHashMap<String, Object>();
        put(shape, "num_sockets", "Sockets");
        put(shape, "cores_per_socket", "CoresPerSocket");
        put(shape, "num_threads_per_core", "ThreadsPerCore");
        put(shape, "num_logical_cores", "CPUTot");
        return shape;
    }

    private void put(Map<String, Object> shape, String name, String field) {
        String value = fields.getOrDefault(field, "");
        if (value.matches("\\d{1,9}")) {
            shape.put(name, Long.parseLong(value));
        }
    }
}
