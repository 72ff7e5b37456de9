package org.attune.history.formats;

import org.attune.api.Aggregation;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.TrialUids;
import org.attune.history.environment.Environment;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the ended trials of a study, and the models that came from GPTune, as a history file of
 * its newest schema.
 *
 * <p>A trial that came from such a file is written as it was there, in the newest names, unless its
 * outcome has been corrected since. GPTune has no record of a failure: its outputs are {@code NaN},
 * and the key {@code attune}, which GPTune ignores, says why.
 */
public final class GptuneWriter {
    private final TuningProblem problem;
    private final ZoneId zone;

    GptuneWriter(TuningProblem problem, ZoneId zone) {
        requireHeld(problem, "Maybe write csv or t4.");
        this.problem = problem;
        this.zone = zone;
    }

    /** Refuses a problem of which such a file cannot hold the configurations. */
    static void requireHeld(TuningProblem problem, String advice) {
        problem.parameterSpace().permutations().stream()
                .findFirst()
                .ifPresent(p -> {
                    throw new IllegalArgumentException(
                            "'%s' is a permutation, which files of GPTune cannot hold. %s"
                                    .formatted(p.name(), advice));
                });
    }

    /**
     * Returns the text of the file; pending trials are left out.
     *
     * @param zone in whose local time GPTune would have written the records
     */
    public static String text(TuningProblem problem, Records records, ZoneId zone) {
        var writer = new GptuneWriter(problem, zone);
        Map<Long, String> uids = TrialUids.of(problem.name(), records);
        var evaluations = new ArrayList<Map<String, Object>>();
        for (Trial trial : records.trials()) {
            if (!trial.isPending()) {
                evaluations.add(writer.record(trial, uids.get(trial.number()), records));
            }
        }
        var file = new LinkedHashMap<String, Object>();
        file.put("tuning_problem_name", problem.name());
        file.put("tuning_problem_category", null);
        file.put("surrogate_model", models(records));
        file.put("func_eval", evaluations);
        return PythonText.indented(file);
    }

    /**
     * Returns the stored models that came from files of GPTune, as they were there, in the newest
     * names. Others are left out: GPTune's have mean zero and neither warped inputs nor warped
     * outputs, so that no hyperparameters of theirs predict what those of Attune's tuners do.
     */
    public static List<Map<String, Object>> models(Records records) {
        var models = new ArrayList<Map<String, Object>>();
        for (ModelRecord record : records.models()) {
            if (record.content().get("source") instanceof Map<?, ?> source
                    && GptuneReader.FORMAT.equals(source.get("format"))
                    && source.get("record") instanceof String text) {
                var model =
                        new LinkedHashMap<>(
                                GptuneRecord.object(PythonJson.read(text)).orElseThrow());
                Object used = model.remove("func_eval");
                if (used != null) {
                    model.putIfAbsent("function_evaluations", used);
                }
                models.add(model);
            }
        }
        return models;
    }

    private Map<String, Object> record(Trial trial, String uid, Records records) {
        Optional<GptuneRecord> imported =
                trial.provenance()
                        .source()
                        .filter(s -> s.format().equals(GptuneReader.FORMAT))
                        .map(GptuneWriter::original);
        Map<String, Object> own = own(trial, uid, records);
        if (imported.isEmpty()) {
            return own;
        }
        var record = new LinkedHashMap<>(imported.get().map());
        for (String key : List.of("task_parameter", "tuning_parameter")) {
            if (hasNumbersAsTexts(trial, imported.get().object(key))) {
                record.put(key, own.get(key));
            }
        }
        if (!says(imported.get(), trial.outcome())) {
            for (String key : List.of("evaluation_result", "evaluation_detail", "attune")) {
                record.put(key, own.get(key));
            }
        }
        for (String key : List.of("constants", "machine_configuration", "software_configuration")) {
            record.putIfAbsent(key, Map.of());
        }
        for (String key : List.of("evaluation_detail", "additional_output", "source", "time")) {
            record.putIfAbsent(key, own.get(key));
        }
        record.put("uid", uid);
        return GptuneRecord.ordered(record);
    }

    private static GptuneRecord original(Source source) {
        return GptuneRecord.of(GptuneRecord.object(PythonJson.read(source.record())).orElseThrow());
    }

    private boolean says(GptuneRecord record, Outcome outcome) {
        return GptuneResult.of(record, problem) instanceof GptuneResult.Ended ended
                && ended.outcome().equals(outcome);
    }

    /** The oldest files have every number as a text. */
    private static boolean hasNumbersAsTexts(Trial trial, Map<String, Object> values) {
        var typed = new LinkedHashMap<>(trial.task().values());
        typed.putAll(trial.configuration().values());
        return values.entrySet().stream()
                .anyMatch(e ->
                        e.getValue() instanceof String && typed.get(e.getKey()) instanceof Number);
    }

    /** Returns the record of a trial as Attune writes it. */
    Map<String, Object> own(Trial trial, String uid, Records records) {
        var record = new LinkedHashMap<String, Object>();
        record.put("task_parameter", trial.task().values());
        record.put("tuning_parameter", trial.configuration().values());
        record.put("constants", problem.constants());
        Environment environment = Surroundings.of(trial, records).environment();
        record.put("machine_configuration", environment.machine());
        record.put("software_configuration", environment.software());
        var results = new LinkedHashMap<String, Object>();
        var details = new LinkedHashMap<String, Object>();
        for (Objective o : problem.objectives()) {
            result(trial, o, results, details);
        }
        problem.measuredOutputs().stream()
                .filter(n -> !results.containsKey(n))
                .forEach(n -> details.put(n, detail(trial, n, Aggregation.MEDIAN)));
        record.put("evaluation_result", results);
        record.put("evaluation_detail", details);
        record.put(
                "additional_output",
                trial.outcome() instanceof Outcome.Measured m ? m.extra() : Map.of());
        record.put("source", "measure");
        record.put("modeling", modeling(trial, records));
        records.study().ifPresent(s -> record.put("model_class", s.tuner()));
        record.put(
                "time",
                GptuneTime.fields(
                        trial.provenance().told().orElse(trial.provenance().asked()), zone));
        record.put("uid", uid);
        record.put("attune", remark(trial, records));
        return record;
    }

    private void result(
            Trial trial, Objective o, Map<String, Object> results, Map<String, Object> details) {
        results.put(o.name(), problem.value(trial, o.name()).orElse(Double.NaN));
        details.put(o.name(), detail(trial, o.name(), o.aggregation()));
    }

    private Map<String, Object> detail(Trial trial, String output, Aggregation aggregation) {
        List<Double> all =
                trial.outcome() instanceof Outcome.Measured m
                        ? m.outputs().getOrDefault(output, List.of())
                        : List.of();
        Object evaluations =
                switch (all.size()) {
                    case 0 ->
                            trial.outcome() instanceof Outcome.Measured
                                    ? problem.value(trial, output).orElse(Double.NaN)
                                    : (Object) Double.NaN;
                    case 1 -> all.getFirst();
                    default -> all;
                };
        var detail = new LinkedHashMap<String, Object>();
        detail.put("evaluations", evaluations);
        detail.put(
                "objective_scheme",
                all.size() < 2 || aggregation == Aggregation.MEAN
                        ? "average"
                        : aggregation.name().toLowerCase(java.util.Locale.ROOT));
        return detail;
    }

    private static String modeling(Trial trial, Records records) {
        boolean model = trial.origin().phase() == Origin.Phase.MODEL;
        boolean one = records.study().map(s -> s.tasks().size() == 1).orElse(true);
        return !model ? "Pilot" : one ? "SLA_GP" : "MLA_LCM";
    }

    /** Returns what Attune knows of a trial and GPTune has no key for. */
    private static Map<String, Object> remark(Trial trial, Records records) {
        var remark = new LinkedHashMap<String, Object>();
        records.study().ifPresent(s -> remark.put("study", s.study()));
        remark.put("trial", trial.number());
        remark.put("technique", trial.origin().technique());
        if (!trial.candidate().fidelity().equals(Fidelity.FULL)) {
            remark.put("fidelity", trial.candidate().fidelity().value());
        }
        if (trial.outcome() instanceof Outcome.Failed f) {
            remark.put("cause", f.cause().text());
            remark.put("detail", f.detail());
        }
        OwnTimes.put(remark, trial.outcome());
        Effort effort = trial.provenance().effort();
        if (!effort.equals(Effort.NONE)) {
            var seconds = new LinkedHashMap<String, Object>();
            seconds.put("model", effort.model());
            seconds.put("search", effort.search());
            remark.put("effort", seconds);
        }
        return remark;
    }
}
