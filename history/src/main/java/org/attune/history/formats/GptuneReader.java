package org.attune.history.formats;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.Shown;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the evaluations of GPTune's history files and of its shared database's answers, from the
 * schema of 2020 on.
 *
 * <p>A record that the trial has no place for is kept whole as the text of its {@link Source}.
 */
public final class GptuneReader {
    /** The name of the format. */
    public static final String FORMAT = "gptune";

    private static final List<String> OF_THE_TASK_BUT_INTERNAL =
            List.of("tla_id", "machine_configuration", "software_configuration");

    private final TuningProblem problem;
    private final String file;
    private final Instant now;
    private final List<Trial> trials = new ArrayList<>();
    private final List<Reading.Skipped> skipped = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<ImportedModel> models = new ArrayList<>();
    private final Uids uids = new Uids();
    private int records;

    private GptuneReader(TuningProblem problem, String file, Instant now) {
        this.problem = problem;
        this.file = file;
        this.now = now;
    }

    /**
     * Reads a file.
     *
     * @param text of the file
     * @param file its name, for messages and the trials' sources
     * @param problem whose parameters and outputs say how values are read
     * @param now when trials without a time are said to have run
     * @throws IllegalArgumentException if it is damaged, saying how many whole records stand before
     *     the damage, or no such file
     */
    public static Reading read(String text, String file, TuningProblem problem, Instant now) {
        return read(text, file, problem, now, false);
    }

    /** Like {@link #read}, for a damaged file: of that, the whole records before the damage. */
    public static Reading readable(String text, String file, TuningProblem problem, Instant now) {
        return read(text, file, problem, now, true);
    }

    private static Reading read(
            String text, String file, TuningProblem problem, Instant now, boolean salvage) {
        var reader = new GptuneReader(problem, file, now);
        Object data;
        try {
            data = PythonJson.read(text);
        } catch (IllegalArgumentException e) {
            String damaged =
                    "%s is damaged, or no JSON: %s."
                            .formatted(file, Shown.text(e.getMessage(), 2_000));
            int whole = reader.salvaged(text);
            if (whole == 0 || !salvage) {
                throw new IllegalArgumentException(
                        whole == 0 ? damaged : "%s %s.".formatted(damaged, before(whole)), e);
            }
            reader.notes.addFirst(
                    "It is damaged, and what follows is left out: %s.".formatted(e.getMessage()));
            return reader.reading();
        }
        reader.file(data);
        return reader.reading();
    }

    private static String before(int records) {
        return records == 1
                ? "1 whole record stands before that"
                : records + " whole records stand before that";
    }

    private Reading reading() {
        return new Reading(records, trials, skipped, notes, models);
    }

    /** Reads what stands before the damage, and returns how many records that is. */
    private int salvaged(String text) {
        try {
            file(PythonJson.salvage(text, "func_eval").value());
        } catch (IllegalArgumentException e) {
            return 0; // it is damaged before the first record
        }
        return records;
    }

    private void file(Object data) {
        if (data instanceof List<?> documents) {
            list("", documents, Map.of());
            return;
        }
        Map<String, Object> top = GptuneRecord.object(data).orElse(Map.of());
        Object name = top.getOrDefault("tuning_problem_name", top.get("name"));
        if (name instanceof String other && !other.equals(problem.name())) {
            notes.add("The records are of '%s', not of '%s'.".formatted(other, problem.name()));
        }
        if (top.get("func_eval") instanceof List<?> evaluations) {
            list("func_eval", evaluations, Map.of());
        } else if (top.get("perf_data") instanceof List<?> tasks) {
            for (int i = 0; i < tasks.size(); i++) {
                task("perf_data[%d]".formatted(i), tasks.get(i));
            }
        } else if (top.containsKey("tuning_parameter")) {
            list("", List.of(top), Map.of());
        } else {
            throw new IllegalArgumentException(
                    "%s holds no evaluations of GPTune: %s.%s%s"
                            .formatted(
                                    file,
                                    top.containsKey("func_eval")
                                            ? "its 'func_eval' is no list"
                                            : "it has no list 'func_eval'",
                                    top.containsKey("results") ? " Maybe: --format t4." : "",
                                    top.isEmpty()
                                            ? ""
                                            : " Its keys are: %s."
                                                    .formatted(
                                                            String.join(
                                                                    ", ",
                                                                    top.keySet().stream()
                                                                            .limit(12)
                                                                            .map(Shown::text)
                                                                            .toList()))));
        }
        for (String key : List.of("surrogate_model", "model_data")) {
            if (top.get(key) instanceof List<?> list) {
                models(list);
            }
        }
    }

    /** Reads the models whose information suffices, and says why of the others it does not. */
    private void models(List<?> list) {
        var without = new LinkedHashMap<String, Integer>();
        for (Object item : list) {
            try {
                models.add(GptuneModels.of(GptuneRecord.object(item).orElse(Map.of()), problem));
            } catch (IllegalArgumentException e) {
                without.merge(String.valueOf(e.getMessage()), 1, Integer::sum);
            }
        }
        without.forEach((why, count) ->
                notes.add(
                        "%d surrogate %s not imported: %s."
                                .formatted(count, count == 1 ? "model is" : "models are", why)));
    }

    /** Reads what the oldest files have for each task. */
    private void task(String where, Object item) {
        Map<String, Object> task = GptuneRecord.object(item).orElse(Map.of());
        if (task.get("func_eval") instanceof List<?> evaluations) {
            var common = new LinkedHashMap<>(task);
            common.remove("func_eval");
            list(where + ".func_eval", evaluations, common);
        } else {
            records++;
            skipped.add(new Reading.Skipped(where, "it has no list 'func_eval'"));
        }
    }

    private void list(String name, List<?> items, Map<String, Object> common) {
        for (int i = 0; i < items.size(); i++) {
            records++;
            String where = "%s[%d]".formatted(name.isEmpty() ? "record " : name, i);
            try {
                var raw = new LinkedHashMap<>(common);
                raw.putAll(
                        GptuneRecord.object(items.get(i))
                                .orElseThrow(
                                        () -> new IllegalArgumentException("it is no object")));
                trials.add(trial(raw));
            } catch (IllegalArgumentException | ArithmeticException e) {
                skipped.add(new Reading.Skipped(where, String.valueOf(e.getMessage())));
            }
        }
    }

    private Trial trial(Map<String, Object> raw) {
        if ("surrogate_model".equals(raw.get("document_type"))) {
            throw new IllegalArgumentException("it is a surrogate model");
        }
        GptuneRecord record = GptuneRecord.of(raw);
        String source = record.text("source").orElse("");
        if (source.startsWith("model") || source.equals("RCI_model")) {
            throw new IllegalArgumentException(
                    "its source is '%s': a model's prediction, not a measurement"
                            .formatted(source));
        }
        Candidate candidate = candidate(record);
        Constants.require(problem, record.object("constants"));
        if (!(GptuneResult.of(record, problem) instanceof GptuneResult.Ended ended)) {
            throw new IllegalArgumentException(
                    ((GptuneResult.Absent) GptuneResult.of(record, problem)).why());
        }
        return trial(record, raw, candidate, ended.outcome());
    }

    private Trial trial(
            GptuneRecord record, Map<String, Object> raw, Candidate candidate, Outcome outcome) {
        Instant time = GptuneTime.of(record).orElse(now);
        String text = PythonText.line(raw);
        String uid = uids.of(record.text("uid"), text);
        return ImportedTrial.of(
                trials.size() + 1L,
                candidate,
                outcome,
                time,
                time,
                new Source(FORMAT, uid, file, text));
    }

    private Candidate candidate(GptuneRecord record) {
        var task = new LinkedHashMap<>(object(record, "task_parameter", Optional.of(Map.of())));
        OF_THE_TASK_BUT_INTERNAL.stream()
                .filter(n ->
                        problem.taskSpace().parameters().stream()
                                .noneMatch(p -> p.name().equals(n)))
                .forEach(task::remove);
        double fidelity =
                record.object("attune").get("fidelity") instanceof Number n ? n.doubleValue() : 1;
        return new Candidate(
                point("task_parameter", problem.taskSpace(), task),
                point(
                        "tuning_parameter",
                        problem.parameterSpace(),
                        object(record, "tuning_parameter", Optional.empty())),
                new Fidelity(fidelity));
    }

    private static Point point(String key, org.attune.api.Space space, Map<String, Object> values) {
        try {
            return DeclaredValue.point(space, values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + Shown.text(e.getMessage(), 2_000), e);
        }
    }

    private static Map<String, Object> object(
            GptuneRecord record, String key, Optional<Map<String, Object>> otherwise) {
        if (!record.map().containsKey(key) && otherwise.isPresent()) {
            return otherwise.get();
        }
        return GptuneRecord.object(record.map().get(key))
                .orElseThrow(() -> new IllegalArgumentException("%s is no object".formatted(key)));
    }
}
