package org.attune.history.formats;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.TrialUids;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the ended trials of a study as results in the format T4, version 1.0.0. What the format
 * has no place for, such as the cause of a failure, stands under the key {@code attune}. A result
 * that was imported is written as it was, unless it has been corrected.
 */
public final class T4Writer {
    private T4Writer() {}

    /** Returns the text of the file; pending trials are left out. */
    public static String text(TuningProblem problem, Records records) {
        Map<Long, String> uids = TrialUids.of(problem.name(), records);
        var results = new ArrayList<Object>();
        for (Trial trial : records.trials()) {
            if (!trial.isPending()) {
                Map<String, Object> own = result(problem, trial, uids.get(trial.number()));
                results.add(imported(problem, trial, own).orElse(own));
            }
        }
        var file = new LinkedHashMap<String, Object>();
        file.put("schema_version", "1.0.0");
        file.put("results", results);
        return PythonText.indented(file);
    }

    private static Optional<Map<String, Object>> imported(
            TuningProblem problem, Trial trial, Map<String, Object> own) {
        Optional<Source> source =
                trial.provenance().source().filter(s -> s.format().equals(T4Reader.FORMAT));
        if (source.isEmpty()) {
            return Optional.empty();
        }
        var result =
                new LinkedHashMap<>(
                        GptuneRecord.object(PythonJson.read(source.get().record())).orElseThrow());
        if (!says(result, problem, trial.outcome())) {
            for (String key : List.of("invalidity", "correctness", "measurements")) {
                result.put(key, own.get(key));
            }
        }
        result.put("attune", own.get("attune"));
        return Optional.of(result);
    }

    /** Returns whether a result still says what counts, of the outputs that there were then. */
    private static boolean says(
            Map<String, Object> result, TuningProblem problem, Outcome outcome) {
        Set<String> outputs =
                outcome instanceof Outcome.Measured m
                        ? m.outputs().keySet()
                        : problem.measuredOutputs();
        try {
            return T4Reader.outcome(result, outputs).equals(outcome);
        } catch (IllegalArgumentException lacksOne) {
            return false;
        }
    }

    private static Map<String, Object> result(TuningProblem problem, Trial trial, String uid) {
        var configuration = new LinkedHashMap<String, Object>(trial.task().values());
        configuration.putAll(trial.configuration().values());
        var attune = new LinkedHashMap<String, Object>();
        attune.put("uid", uid);
        attune.put("trial", trial.number());
        if (!trial.isFull()) {
            attune.put("fidelity", trial.candidate().fidelity().value());
        }
        var result = new LinkedHashMap<String, Object>();
        result.put(
                "timestamp",
                trial.provenance().told().orElse(trial.provenance().asked()).toString());
        result.put("configuration", configuration);
        result.put("objectives", problem.optimized().stream().map(Objective::name).toList());
        var times = new LinkedHashMap<String, Object>();
        times.put(
                "search_algorithm",
                trial.provenance().effort().model() + trial.provenance().effort().search());
        result.put("times", times);
        result.put("invalidity", "correct");
        result.put("correctness", 1L);
        var measurements = new ArrayList<Object>();
        OwnTimes.put(attune, trial.outcome());
        if (trial.outcome() instanceof Outcome.Measured m) {
            m.outputs().forEach((n, all) -> measurements.add(measurement(problem, n, all)));
            problem.derivedOutputs()
                    .keySet()
                    .forEach(n ->
                            problem.value(trial, n)
                                    .ifPresent(v ->
                                            measurements.add(measurement(problem, n, List.of(v)))));
        }
        if (trial.outcome() instanceof Outcome.Failed f) {
            result.put("invalidity", T4Reader.INVALIDITY.get(f.cause()));
            result.put("correctness", 0L);
            attune.put("cause", f.cause().text());
            attune.put("detail", f.detail());
        }
        result.put("measurements", measurements);
        result.put("attune", attune);
        return result;
    }

    private static Map<String, Object> measurement(
            TuningProblem problem, String name, List<Double> values) {
        var measurement = new LinkedHashMap<String, Object>();
        measurement.put("name", name);
        measurement.put("value", values.size() == 1 ? values.getFirst() : values);
        measurement.put(
                "unit",
                problem.objectives().stream()
                        .filter(o -> o.name().equals(name))
                        .map(Objective::unit)
                        .findFirst()
                        .orElse(""));
        return measurement;
    }
}
