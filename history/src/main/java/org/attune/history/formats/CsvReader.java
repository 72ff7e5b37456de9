package org.attune.history.formats;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Source;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.Shown;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads what {@link CsvWriter} writes, and any other table with a line for each trial whose columns
 * have the names of the parameters and outputs. Its other columns are kept with the trial.
 */
public final class CsvReader {
    /** The name of the format. */
    public static final String FORMAT = "csv";

    private static final int MOST_LISTED = 40;
    private static final String REPEATS = "repeats.";

    private final TuningProblem problem;
    private final String file;
    private final Instant now;
    private final Uids uids = new Uids();

    private CsvReader(TuningProblem problem, String file, Instant now) {
        this.problem = problem;
        this.file = file;
        this.now = now;
    }

    /**
     * Reads a file.
     *
     * @param text of the file
     * @param file its name, for messages and the trials' sources
     * @param problem whose parameters and outputs are looked for
     * @param now when trials without a time are said to have run
     * @throws IllegalArgumentException if it is damaged, or lacks a column
     */
    public static Reading read(String text, String file, TuningProblem problem, Instant now) {
        List<Csv.Row> rows = rows(text, file);
        List<String> header = rows.getFirst().cells().stream().map(String::strip).toList();
        requireColumns(header, file, problem, problem.measuredOutputs());
        var reader = new CsvReader(problem, file, now);
        var trials = new ArrayList<Trial>();
        var skipped = new ArrayList<Reading.Skipped>();
        for (Csv.Row row : rows.subList(1, rows.size())) {
            try {
                trials.add(reader.trial(trials.size() + 1L, all(header, row)));
            } catch (IllegalArgumentException | ArithmeticException e) {
                skipped.add(new Reading.Skipped("line " + row.line(), e.getMessage()));
            }
        }
        return new Reading(rows.size() - 1, trials, skipped, List.of());
    }

    /**
     * Reads a table of tasks with configurations alone, such as the best of each.
     *
     * @param text of the file
     * @param file its name, for messages
     * @param problem whose parameters are looked for
     * @return empty where the table has columns of outputs, too, and can be read as trials
     * @throws IllegalArgumentException if it is damaged or lacks a column, or a line is no
     *     candidate of the problem
     */
    public static Optional<List<Candidate>> configurations(
            String text, String file, TuningProblem problem) {
        List<Csv.Row> rows = rows(text, file);
        List<String> header = rows.getFirst().cells().stream().map(String::strip).toList();
        if (problem.measuredOutputs().stream()
                .allMatch(n -> header.contains(n) || header.contains(REPEATS + n))) {
            return Optional.empty();
        }
        requireColumns(header, file, problem, List.of());
        var candidates = new ArrayList<Candidate>();
        for (Csv.Row row : rows.subList(1, rows.size())) {
            try {
                Map<String, String> cells = all(header, row);
                candidates.add(
                        Candidate.of(
                                DeclaredValue.point(
                                        problem.taskSpace(), of(problem.taskSpace(), cells)),
                                DeclaredValue.point(
                                        problem.parameterSpace(),
                                        of(problem.parameterSpace(), cells))));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "%s: line %d: %s".formatted(file, row.line(), e.getMessage()), e);
            }
        }
        return Optional.of(candidates);
    }

    /**
     * Returns a parameter with the categories of a table's column of its name: a categorical one
     * with those that it does not have, and one whose column has texts as one of these alone.
     *
     * @param text of the file
     * @param file its name, for messages
     * @param textual whether a number may be replaced, as nothing is known of it
     */
    static Parameter withCategories(
            Parameter parameter, String text, String file, Predicate<String> textual) {
        List<Csv.Row> rows = rows(text, file);
        List<String> header = rows.getFirst().cells().stream().map(String::strip).toList();
        int column = header.indexOf(parameter.name());
        List<String> cells =
                column < 0
                        ? List.of()
                        : rows.subList(1, rows.size()).stream()
                                .filter(r -> r.cells().size() > column)
                                .map(r -> r.cells().get(column).strip())
                                .filter(c -> !c.isEmpty())
                                .distinct()
                                .toList();
        if (parameter instanceof Parameter.Categorical c) {
            var all = new LinkedHashSet<>(c.values());
            cells.stream().filter(v -> !DeclaredValue.isOf(c, v)).forEach(all::add);
            return new Parameter.Categorical(
                    c.name(), List.copyOf(all), c.defaultValue(), c.activeIf());
        }
        return textual.test(parameter.name())
                        && cells.stream().anyMatch(c -> !DeclaredValue.isNumber(c))
                ? Parameter.categorical(parameter.name(), cells)
                : parameter;
    }

    private static List<Csv.Row> rows(String text, String file) {
        List<Csv.Row> rows;
        try {
            rows = Csv.read(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s is no table of comma-separated values: %s.%s"
                            .formatted(
                                    file,
                                    e.getMessage(),
                                    otherSeparator(text.lines().findFirst().orElse(""))),
                    e);
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s is empty; its first line must name the columns.".formatted(file));
        }
        return rows;
    }

    private static void requireColumns(
            List<String> header, String file, TuningProblem problem, Collection<String> outputs) {
        var missing = new ArrayList<String>();
        for (Space space : List.of(problem.taskSpace(), problem.parameterSpace())) {
            space.parameters().stream()
                    .filter(p -> p.activeIf().isEmpty())
                    .map(Parameter::name)
                    .filter(n -> !header.contains(n))
                    .forEach(missing::add);
        }
        outputs.stream()
                .filter(n -> !header.contains(n) && !header.contains(REPEATS + n))
                .forEach(missing::add);
        if (!missing.isEmpty()) {
            String message =
                    "%s has no column %s. Its columns are: %s."
                            .formatted(file, String.join(", ", missing), listed(header));
            String separator = otherSeparator(header.getFirst());
            if (!separator.isEmpty()) {
                throw new IllegalArgumentException(message + separator);
            }
            throw new MissingColumnsException(message, missing, header);
        }
        if (header.stream().distinct().count() < header.size()) {
            throw new IllegalArgumentException(
                    "%s has two columns of one name: %s.".formatted(file, listed(header)));
        }
    }

    /** Returns what a first line seems to be separated by instead of commas, and what to do. */
    private static String otherSeparator(String line) {
        if (line.contains(",") || !line.matches("(?s).*[;\t].*")) {
            return "";
        }
        return (" The table seems to be separated by %s. Maybe save it with commas between the"
                        + " columns, and with points in numbers.")
                .formatted(line.contains(";") ? "semicolons" : "tabs");
    }

    private static String listed(List<String> header) {
        String first =
                header.stream()
                        .limit(MOST_LISTED)
                        .map(Shown::text)
                        .collect(Collectors.joining(", "));
        return header.size() <= MOST_LISTED ? first : first + ", ...";
    }

    /** Returns the cells by column. */
    private static Map<String, String> all(List<String> header, Csv.Row row) {
        if (row.cells().size() != header.size()) {
            throw new IllegalArgumentException(
                    "it has %d cells, but there are %d columns"
                            .formatted(row.cells().size(), header.size()));
        }
        var cells = new LinkedHashMap<String, String>();
        for (int i = 0; i < header.size(); i++) {
            cells.put(header.get(i), row.cells().get(i));
        }
        return cells;
    }

    private Trial trial(long number, Map<String, String> all) {
        var cells = new LinkedHashMap<>(all);
        cells.values().removeIf(String::isBlank);
        Constants.require(problem, cells);
        var candidate =
                new Candidate(
                        DeclaredValue.point(problem.taskSpace(), of(problem.taskSpace(), all)),
                        DeclaredValue.point(
                                problem.parameterSpace(), of(problem.parameterSpace(), all)),
                        fidelity(cells));
        Outcome outcome = outcome(cells);
        Instant asked = time(cells, "trial.asked").orElse(now);
        Instant told = time(cells, "trial.told").orElse(asked);
        return ImportedTrial.of(number, candidate, outcome, asked, told, source(cells));
    }

    /** Returns the share that is given, or that of the quantity; a full run where neither is. */
    private Fidelity fidelity(Map<String, String> cells) {
        if (has(cells, "trial.fidelity")) {
            return new Fidelity(number(cells, "trial.fidelity"));
        }
        return problem.fidelity()
                .filter(f -> has(cells, f.name()))
                .map(f -> f.of(number(cells, f.name())))
                .orElse(Fidelity.FULL);
    }

    /**
     * Returns the values of parameters. Blanks around a value are none of it, and a blank cell has
     * none, unless they are those of a category.
     */
    private static Map<String, String> of(Space space, Map<String, String> all) {
        var values = new LinkedHashMap<String, String>();
        for (Parameter p : space.parameters()) {
            String cell = all.getOrDefault(p.name(), "");
            if (all.containsKey(p.name())
                    && p instanceof Parameter.Categorical c
                    && c.values().contains(cell)) {
                values.put(p.name(), cell);
            } else if (!cell.isBlank()) {
                values.put(p.name(), cell.strip());
            }
        }
        return values;
    }

    private Source source(Map<String, String> cells) {
        String row = PythonText.line(cells);
        String uid = uids.of(Optional.ofNullable(cells.get("trial.uid")), row);
        String record = cells.getOrDefault("trial.record", "");
        if (cells.containsKey("trial.record") && !(PythonJson.read(record) instanceof Map)) {
            throw new IllegalArgumentException("trial.record is no object");
        }
        return cells.containsKey("trial.record")
                ? new Source(
                        cells.getOrDefault("trial.format", FORMAT),
                        uid,
                        cells.getOrDefault("trial.file", file),
                        record)
                : new Source(FORMAT, uid, file, row);
    }

    private Outcome outcome(Map<String, String> cells) {
        OwnTimes times = times(cells);
        double elapsed = times.elapsed();
        switch (cells.getOrDefault("trial.state", "measured")) {
            case "measured" -> {}
            case "failed" -> {
                return new Outcome.Failed(
                        FailureCause.of(cells.getOrDefault("trial.cause", "")),
                        cells.getOrDefault("trial.detail", ""),
                        elapsed,
                        times.lastRun());
            }
            case "pending" -> throw new IllegalArgumentException("trial.state: not measured yet");
            default ->
                    throw new IllegalArgumentException(
                            "trial.state: '%s' is none of measured, failed and pending"
                                    .formatted(cells.get("trial.state")));
        }
        var outputs = new LinkedHashMap<String, List<Double>>();
        for (String name : problem.measuredOutputs()) {
            outputs.put(name, values(cells, name));
        }
        cells.keySet().stream()
                .filter(c -> c.startsWith(REPEATS))
                .map(c -> c.substring(REPEATS.length()))
                .filter(n -> !problem.derivedOutputs().containsKey(n))
                .forEach(n -> outputs.computeIfAbsent(n, o -> values(cells, o)));
        List<String> failures =
                outputs.entrySet().stream()
                        .filter(e -> !e.getValue().stream().allMatch(Double::isFinite))
                        .map(e -> e.getKey() + " is " + e.getValue())
                        .toList();
        return failures.isEmpty()
                ? times.measured(outputs, extra(cells))
                : new Outcome.Failed(
                        FailureCause.UNREADABLE_OUTPUT, String.join(", ", failures), elapsed);
    }

    private static OwnTimes times(Map<String, String> cells) {
        var times = new LinkedHashMap<String, Object>();
        for (String key : OwnTimes.KEYS) {
            if (has(cells, "trial." + key)) {
                times.put(key, number(cells, "trial." + key));
            }
        }
        return new OwnTimes(times);
    }

    private static List<Double> values(Map<String, String> cells, String output) {
        String column = has(cells, REPEATS + output) ? REPEATS + output : output;
        if (!has(cells, column)) {
            throw new IllegalArgumentException("%s: the cell is empty".formatted(column));
        }
        var values = new ArrayList<Double>();
        for (String word : cells.get(column).strip().split("\\s+")) {
            values.add(number(column, word));
        }
        return values;
    }

    private static Map<String, Object> extra(Map<String, String> cells) {
        return has(cells, "trial.extra")
                ? GptuneRecord.object(PythonJson.read(cells.get("trial.extra")))
                        .orElseThrow(() -> new IllegalArgumentException("trial.extra is no object"))
                : Map.of();
    }

    private static boolean has(Map<String, String> cells, String column) {
        return cells.containsKey(column);
    }

    private static double number(Map<String, String> cells, String column) {
        return number(column, cells.get(column).strip());
    }

    private static double number(String column, String text) {
        if (DeclaredValue.isNumber(text)) {
            return Double.parseDouble(text);
        }
        return switch (text.toLowerCase(java.util.Locale.ROOT)) {
            case "nan", "na" -> Double.NaN;
            case "inf", "infinity", "+inf" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default ->
                    throw new IllegalArgumentException(
                            "%s: '%s' is not a number".formatted(column, text));
        };
    }

    private static Optional<Instant> time(Map<String, String> cells, String column) {
        if (!has(cells, column)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(cells.get(column).strip()));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "%s: '%s' is no time such as 2026-01-31T12:00:00Z"
                            .formatted(column, cells.get(column)),
                    e);
        }
    }
}
