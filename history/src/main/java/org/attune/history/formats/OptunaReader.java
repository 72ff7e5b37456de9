package org.attune.history.formats;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.Shown;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the ended trials of a study in Optuna's SQLite storage, of its schema from 2.4 on (several
 * objectives) and before.
 *
 * <p>Its values are the problem's objectives: by Optuna's names of them where it has any, else in
 * order. Task parameters are parameters or user attributes of the same name. A trial that was
 * pruned has no final value and is left out; an infinite value is a failure, as a failed trial is.
 * Times have no zone and are taken for UTC.
 */
public final class OptunaReader {
    /** The name of the format. */
    public static final String FORMAT = "optuna";

    private final OptunaStorage storage;
    private final Path file;
    private final TuningProblem problem;
    private final Instant now;
    private final long study;
    private final String name;
    private final List<Trial> trials = new ArrayList<>();
    private final List<Reading.Skipped> skipped = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Uids uids = new Uids();

    private OptunaReader(
            OptunaStorage storage,
            Path file,
            Map<String, Object> study,
            TuningProblem problem,
            Instant now) {
        this.storage = storage;
        this.file = file;
        this.problem = problem;
        this.now = now;
        this.study = number(study, "study_id").longValue();
        this.name = String.valueOf(study.get("study_name"));
    }

    /**
     * Reads a study.
     *
     * @param study its name; may be left out where there is only one
     * @param problem whose parameters and objectives it is read for
     * @param now when trials without a time are said to have run
     * @throws IllegalArgumentException if the file is no such storage, has no such study, or one of
     *     other objectives
     */
    public static Reading read(
            Path file, Optional<String> study, TuningProblem problem, Instant now) {
        try (OptunaStorage storage = OptunaStorage.open(file)) {
            List<Map<String, Object>> studies =
                    storage.rows("SELECT * FROM studies ORDER BY study_id");
            List<Map<String, Object>> meant =
                    studies.stream()
                            .filter(s -> study.isEmpty() || study.get().equals(s.get("study_name")))
                            .toList();
            if (meant.size() != 1) {
                throw new IllegalArgumentException(
                        "%s has %s. Maybe name one: --from-study, or ?study=NAME after --transfer-from. It has: %s."
                                .formatted(
                                        file,
                                        study.map("no study '%s'"::formatted)
                                                .orElse(studies.size() + " studies"),
                                        String.join(
                                                ", ",
                                                studies.stream()
                                                        .map(s -> Shown.text(s.get("study_name")))
                                                        .toList())));
            }
            return new OptunaReader(storage, file, meant.getFirst(), problem, now)
                    .read(meant.getFirst());
        }
    }

    private Reading read(Map<String, Object> row) {
        List<String> outputs = outputs(directions(row));
        List<Map<String, Object>> all =
                storage.rows("SELECT * FROM trials WHERE study_id = ? ORDER BY trial_id", study);
        for (Map<String, Object> trial : all) {
            Object number = trial.getOrDefault("number", trial.get("trial_id"));
            try {
                trials.add(trial(trial, outputs));
            } catch (IllegalArgumentException | ArithmeticException e) {
                skipped.add(new Reading.Skipped("trial " + number, String.valueOf(e.getMessage())));
            }
        }
        return new Reading(all.size(), trials, skipped, notes);
    }

    private static Number number(Map<String, Object> row, String key) {
        if (row.get(key) instanceof Number n) {
            return n;
        }
        throw new IllegalArgumentException(
                "its %s is %s, not a number".formatted(key, PythonText.line(row.get(key))));
    }

    /** Returns the direction of each objective. */
    private List<String> directions(Map<String, Object> row) {
        if (row.containsKey("direction")) { // before 2.4
            return List.of(row.get("direction").toString());
        }
        return storage
                .rows(
                        "SELECT direction FROM study_directions WHERE study_id = ? ORDER BY"
                                + " objective",
                        study)
                .stream()
                .map(r -> String.valueOf(r.get("direction")))
                .toList();
    }

    /** Returns which output of the problem each value is. */
    private List<String> outputs(List<String> directions) {
        List<Objective> ours = problem.optimized();
        List<String> names = names();
        boolean named = names.size() == directions.size() && problemHas(names);
        if (!named && ours.size() != directions.size()) {
            throw new IllegalArgumentException(
                    "Study '%s' of %s has %d objectives and the problem has %d. Maybe give them their names there (set_metric_names)."
                            .formatted(name, file, directions.size(), ours.size()));
        }
        var outputs = new ArrayList<String>();
        for (int i = 0; i < directions.size(); i++) {
            int at = i;
            Objective objective =
                    named
                            ? problem.objectives().stream()
                                    .filter(o -> o.name().equals(names.get(at)))
                                    .findFirst()
                                    .orElseThrow()
                            : ours.get(i);
            String direction = directions.get(i).toLowerCase(Locale.ROOT);
            if (!direction.equals("not_set")
                    && !direction.equals(objective.goal().name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "Study '%s' of %s has the direction '%s' for what is '%s' here, which has the goal '%s'. Maybe change 'goal', or the order of the outputs."
                                .formatted(
                                        Shown.text(name),
                                        file,
                                        Shown.text(direction),
                                        objective.name(),
                                        objective.goal().name().toLowerCase(Locale.ROOT)));
            }
            outputs.add(objective.name());
        }
        if (!named) {
            notes.add("Its values are taken for %s.".formatted(String.join(", ", outputs)));
        }
        return outputs;
    }

    private boolean problemHas(List<String> names) {
        return names.stream()
                .allMatch(n -> problem.objectives().stream().anyMatch(o -> o.name().equals(n)));
    }

    private List<String> names() {
        return attributes("study_system_attributes", "study_id", study).get("study:metric_names")
                        instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }

    private Map<String, Object> attributes(String table, String key, long id) {
        var attributes = new LinkedHashMap<String, Object>();
        if (!storage.columns(table).isEmpty()) {
            for (Map<String, Object> row :
                    storage.rows("SELECT * FROM " + table + " WHERE " + key + " = ?", id)) {
                attributes.put(
                        String.valueOf(row.get("key")),
                        PythonJson.read(String.valueOf(row.get("value_json"))));
            }
        }
        return attributes;
    }

    private Trial trial(Map<String, Object> row, List<String> outputs) {
        long id = number(row, "trial_id").longValue();
        String state = String.valueOf(row.get("state"));
        if (!List.of("COMPLETE", "FAIL").contains(state)) {
            throw new IllegalArgumentException(
                    state.equals("PRUNED")
                            ? "it was pruned, and has no final value"
                            : "it has not ended: " + state);
        }
        Map<String, Object> parameters = parameters(id);
        Map<String, Object> attributes = attributes("trial_user_attributes", "trial_id", id);
        Map<String, Object> values = values(row, id, outputs);
        Candidate candidate = candidate(parameters, attributes);
        Optional<Instant> start = time(row.get("datetime_start"));
        Optional<Instant> end = time(row.get("datetime_complete"));
        double elapsed =
                start.isPresent() && end.isPresent()
                        ? Math.max(Duration.between(start.get(), end.get()).toNanos() * 1e-9, 0)
                        : 0;
        var record = new LinkedHashMap<String, Object>(row);
        record.put("study_name", name);
        record.put("params", parameters);
        record.put("values", values);
        record.put("user_attrs", attributes);
        String text = PythonText.line(record);
        Instant asked = start.orElse(now);
        return ImportedTrial.of(
                trials.size() + 1L,
                candidate,
                outcome(state, values, outputs, elapsed),
                asked,
                end.filter(e -> !e.isBefore(asked)).orElse(asked),
                new Source(FORMAT, uids.of(Optional.empty(), text), file.toString(), text));
    }

    private Map<String, Object> parameters(long id) {
        var parameters = new LinkedHashMap<String, Object>();
        for (Map<String, Object> p :
                storage.rows(
                        "SELECT * FROM trial_params WHERE trial_id = ? ORDER BY param_id", id)) {
            String parameter = String.valueOf(p.get("param_name"));
            if (!(p.get("param_value") instanceof Number stored)) {
                throw new IllegalArgumentException(parameter + ": it has no value");
            }
            try {
                parameters.put(
                        parameter,
                        OptunaDistribution.value(
                                String.valueOf(p.get("distribution_json")), stored.doubleValue()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(parameter + ": " + e.getMessage(), e);
            }
        }
        return parameters;
    }

    /** Returns the values of a trial by output; infinite ones may be named and not stored. */
    private Map<String, Object> values(Map<String, Object> row, long id, List<String> outputs) {
        var values = new LinkedHashMap<String, Object>();
        if (row.containsKey("value")) { // before 2.4
            values.put(outputs.getFirst(), row.get("value"));
        } else if (storage.columns("trial_values").contains("objective")) {
            for (Map<String, Object> v :
                    storage.rows("SELECT * FROM trial_values WHERE trial_id = ?", id)) {
                Object objective = v.getOrDefault("objective", 0);
                if (!(objective instanceof Number n)
                        || n.longValue() < 0
                        || n.longValue() >= outputs.size()) {
                    throw new IllegalArgumentException(
                            "it has a value of the objective %s, but there are %d"
                                    .formatted(objective, outputs.size()));
                }
                String output = outputs.get(n.intValue());
                switch (String.valueOf(v.getOrDefault("value_type", "FINITE"))) {
                    case "INF_POS" -> values.put(output, Double.POSITIVE_INFINITY);
                    case "INF_NEG" -> values.put(output, Double.NEGATIVE_INFINITY);
                    default -> values.put(output, v.getOrDefault("value", Double.NaN));
                }
            }
        }
        return values;
    }

    private static Outcome outcome(
            String state, Map<String, Object> values, List<String> outputs, double elapsed) {
        if (state.equals("FAIL")) {
            return new Outcome.Failed(FailureCause.CRASH, "FAIL in Optuna", elapsed);
        }
        var measured = new LinkedHashMap<String, List<Double>>();
        for (String output : outputs) {
            if (!(values.get(output) instanceof Number value)) {
                throw new IllegalArgumentException("it has no value of '%s'".formatted(output));
            }
            if (!Double.isFinite(value.doubleValue())) {
                return new Outcome.Failed(
                        FailureCause.UNREADABLE_OUTPUT,
                        "%s is %s".formatted(output, value),
                        elapsed);
            }
            measured.put(output, List.of(value.doubleValue()));
        }
        return new Outcome.Measured(measured, Map.of(), elapsed);
    }

    private Candidate candidate(Map<String, Object> parameters, Map<String, Object> attributes) {
        var configuration = new LinkedHashMap<>(parameters);
        var task = new LinkedHashMap<String, Object>();
        problem.taskSpace()
                .parameters()
                .forEach(p -> {
                    Object value = configuration.remove(p.name());
                    value = value == null ? attributes.get(p.name()) : value;
                    if (value != null) {
                        task.put(p.name(), value);
                    }
                });
        Point point = DeclaredValue.point(problem.parameterSpace(), configuration);
        return Candidate.of(DeclaredValue.point(problem.taskSpace(), task), point);
    }

    /** Returns a moment of the form {@code 2024-05-01 12:30:00.123456}. */
    private static Optional<Instant> time(Object text) {
        try {
            return text == null
                    ? Optional.empty()
                    : Optional.of(
                            LocalDateTime.parse(text.toString().replace(' ', 'T'))
                                    .toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
