package org.attune.history.formats;

import org.attune.api.Aggregation;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.TrialUids;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a study as a table for statistics: one line for each trial, one column for each parameter
 * and output, under their own names. Columns about the trial have a dot in their names, which no
 * parameter has.
 *
 * <p>{@code repeats.NAME} lists all repetitions of an output, {@code NAME} is what they come to,
 * the median of one that the problem does not declare. A cell is empty where there is nothing: an
 * inactive parameter, an output of a failed trial.
 */
public final class CsvWriter {
    private CsvWriter() {}

    /** Returns the text of the file. */
    public static String text(TuningProblem problem, Records records) {
        Map<Long, String> uids = TrialUids.of(problem.name(), records);
        var rows = new ArrayList<Map<String, String>>();
        for (Trial trial : records.trials()) {
            rows.add(row(problem, trial, uids.get(trial.number()), records));
        }
        List<String> columns = columns(problem, records);
        var text = new StringBuilder(Csv.line(columns));
        for (Map<String, String> row : rows) {
            text.append(Csv.line(columns.stream().map(c -> row.getOrDefault(c, "")).toList()));
        }
        return text.toString();
    }

    private static List<String> columns(TuningProblem problem, Records records) {
        var columns =
                new LinkedHashSet<>(
                        List.of(
                                "trial.study",
                                "trial.number",
                                "trial.state",
                                "trial.cause",
                                "trial.phase",
                                "trial.technique",
                                "trial.elapsed"));
        problem.taskSpace().parameters().stream().map(Parameter::name).forEach(columns::add);
        problem.parameterSpace().parameters().stream().map(Parameter::name).forEach(columns::add);
        problem.fidelity().ifPresent(f -> columns.add(f.name()));
        problem.objectives().forEach(o -> columns.add(o.name()));
        columns.addAll(problem.measuredOutputs());
        columns.addAll(problem.derivedOutputs().keySet());
        Set<String> besides = besides(problem, records);
        besides.stream().filter(o -> !isParameter(problem, o)).forEach(columns::add);
        problem.measuredOutputs().forEach(o -> columns.add("repeats." + o));
        besides.forEach(o -> columns.add("repeats." + o));
        columns.addAll(
                List.of(
                        "trial.fidelity",
                        "trial.runs",
                        "trial.last_run",
                        "trial.asked",
                        "trial.told",
                        "trial.host",
                        "trial.uid",
                        "trial.detail",
                        "trial.extra",
                        "trial.format",
                        "trial.file",
                        "trial.record"));
        return List.copyOf(columns);
    }

    /** Returns the outputs that trials have and the problem does not declare. */
    private static Set<String> besides(TuningProblem problem, Records records) {
        var names = new LinkedHashSet<String>();
        for (Trial trial : records.trials()) {
            if (trial.outcome() instanceof Outcome.Measured m) {
                names.addAll(m.outputs().keySet());
            }
        }
        names.removeAll(problem.measuredOutputs());
        return names;
    }

    private static boolean isParameter(TuningProblem problem, String name) {
        return Stream.of(problem.taskSpace(), problem.parameterSpace())
                        .flatMap(s -> s.parameters().stream())
                        .anyMatch(p -> p.name().equals(name))
                || problem.fidelity().filter(f -> f.name().equals(name)).isPresent();
    }

    private static Map<String, String> row(
            TuningProblem problem, Trial trial, String uid, Records records) {
        var row = new LinkedHashMap<String, String>();
        records.study().ifPresent(s -> row.put("trial.study", s.study()));
        row.put("trial.number", Long.toString(trial.number()));
        row.put("trial.phase", trial.origin().phase().name().toLowerCase(Locale.ROOT));
        row.put("trial.technique", trial.origin().technique());
        trial.task().values().forEach((n, v) -> row.put(n, v.toString()));
        trial.configuration().values().forEach((n, v) -> row.put(n, v.toString()));
        problem.fidelity()
                .ifPresent(f ->
                        row.put(f.name(), f.quantity(trial.candidate().fidelity()).toString()));
        problem.outputs(trial).forEach((n, v) -> row.put(n, v.toString()));
        switch (trial.outcome()) {
            case Outcome.Pending p -> row.put("trial.state", "pending");
            case Outcome.Measured m -> {
                row.put("trial.state", "measured");
                m.outputs()
                        .forEach((n, all) -> {
                            if (!isParameter(problem, n)) {
                                row.putIfAbsent(n, Double.toString(Aggregation.MEDIAN.of(all)));
                            }
                            row.put("repeats." + n, spaced(all));
                        });
                if (!m.extra().isEmpty()) {
                    row.put("trial.extra", PythonText.line(m.extra()));
                }
            }
            case Outcome.Failed f -> {
                row.put("trial.state", "failed");
                row.put("trial.cause", f.cause().text());
                row.put("trial.detail", f.detail());
            }
        }
        var times = new LinkedHashMap<String, Object>();
        OwnTimes.put(times, trial.outcome());
        times.forEach((key, value) -> row.put("trial." + key, value.toString()));
        row.put("trial.fidelity", Double.toString(trial.candidate().fidelity().value()));
        row.put("trial.asked", trial.provenance().asked().toString());
        trial.provenance().told().ifPresent(t -> row.put("trial.told", t.toString()));
        row.put("trial.host", trial.provenance().process().host());
        row.put("trial.uid", uid);
        trial.provenance()
                .source()
                .ifPresent(s -> {
                    row.put("trial.format", s.format());
                    row.put("trial.file", s.file());
                    row.put("trial.record", s.record());
                });
        return row;
    }

    private static String spaced(List<Double> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
