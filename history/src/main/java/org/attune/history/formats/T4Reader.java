package org.attune.history.formats;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;
import org.attune.api.Source;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Reads results in the format T4, version 1.0.0, of the autotuning community, as Kernel Tuner and
 * others write them: one result for each configuration, with measurements by name and why it is
 * invalid. Task parameters stand among those of the configuration.
 */
public final class T4Reader {
    /** The name of the format. */
    public static final String FORMAT = "t4";

    /** Causes by the value of {@code invalidity}; of several, the first is meant on reading. */
    static final SequencedMap<FailureCause, String> INVALIDITY = new LinkedHashMap<>();

    static {
        INVALIDITY.put(FailureCause.TIMEOUT, "timeout");
        INVALIDITY.put(FailureCause.BUILD, "compile");
        INVALIDITY.put(FailureCause.CRASH, "runtime");
        INVALIDITY.put(FailureCause.OUT_OF_MEMORY, "runtime");
        INVALIDITY.put(FailureCause.UNREADABLE_OUTPUT, "runtime");
        INVALIDITY.put(FailureCause.CANCELLED, "runtime");
        INVALIDITY.put(FailureCause.WITHDRAWN, "runtime");
        INVALIDITY.put(FailureCause.WRONG_ANSWER, "correctness");
        INVALIDITY.put(FailureCause.INFEASIBLE, "constraints");
    }

    private final TuningProblem problem;
    private final String file;
    private final Instant now;
    private final Uids uids = new Uids();

    private T4Reader(TuningProblem problem, String file, Instant now) {
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
     * @throws IllegalArgumentException if it is damaged, no such file, or of another version
     */
    public static Reading read(String text, String file, TuningProblem problem, Instant now) {
        Map<String, Object> top;
        try {
            top = GptuneRecord.object(PythonJson.read(text)).orElse(Map.of());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s is damaged, or no JSON: %s.".formatted(file, e.getMessage()), e);
        }
        if (!(top.get("results") instanceof List<?> results)) {
            throw new IllegalArgumentException(
                    "%s holds no results of the format T4: it has no list 'results'."
                            .formatted(file));
        }
        String version = String.valueOf(top.getOrDefault("schema_version", "1.0.0"));
        if (!version.startsWith("1.")) {
            throw new IllegalArgumentException(
                    "%s: schema_version is %s, but only 1 is known.".formatted(file, version));
        }
        var reader = new T4Reader(problem, file, now);
        var trials = new ArrayList<Trial>();
        var skipped = new ArrayList<Reading.Skipped>();
        for (int i = 0; i < results.size(); i++) {
            try {
                Map<String, Object> result =
                        GptuneRecord.object(results.get(i))
                                .orElseThrow(() -> new IllegalArgumentException("it is no object"));
                trials.add(reader.trial(trials.size() + 1L, result));
            } catch (IllegalArgumentException | ArithmeticException e) {
                skipped.add(
                        new Reading.Skipped(
                                "results[%d]".formatted(i), String.valueOf(e.getMessage())));
            }
        }
        return new Reading(results.size(), trials, skipped, List.of());
    }

    private Trial trial(long number, Map<String, Object> result) {
        Map<String, Object> configuration =
                GptuneRecord.object(result.get("configuration"))
                        .orElseThrow(
                                () -> new IllegalArgumentException("configuration is no object"));
        Space tasks = problem.taskSpace();
        var task = new LinkedHashMap<>(configuration);
        var values = new LinkedHashMap<>(configuration);
        tasks.parameters().forEach(p -> values.remove(p.name()));
        task.keySet().removeAll(values.keySet());
        Map<String, Object> attune = GptuneRecord.object(result.get("attune")).orElse(Map.of());
        double fidelity = attune.get("fidelity") instanceof Number n ? n.doubleValue() : 1;
        Candidate candidate =
                new Candidate(
                        DeclaredValue.point(tasks, task),
                        DeclaredValue.point(problem.parameterSpace(), values),
                        new Fidelity(fidelity));
        String text = PythonText.line(result);
        Optional<String> uid =
                attune.get("uid") instanceof String s && !s.isBlank()
                        ? Optional.of(s)
                        : Optional.empty();
        Instant time = time(result).orElse(now);
        return ImportedTrial.of(
                number,
                candidate,
                outcome(result, problem.measuredOutputs()),
                time,
                time,
                new Source(FORMAT, uids.of(uid, text), file, text));
    }

    /**
     * Returns what a result says.
     *
     * @param measured names of the outputs that it has where it is a valid one
     * @throws IllegalArgumentException if that is not clear
     */
    static Outcome outcome(Map<String, Object> result, Collection<String> measured) {
        Map<String, Object> attune = GptuneRecord.object(result.get("attune")).orElse(Map.of());
        var times = new OwnTimes(attune);
        double elapsed = times.elapsed();
        if (attune.get("cause") instanceof String cause) {
            return new Outcome.Failed(
                    FailureCause.of(cause),
                    String.valueOf(attune.get("detail")),
                    elapsed,
                    times.lastRun());
        }
        Object invalidity = result.get("invalidity");
        if (!"correct".equals(invalidity)) {
            FailureCause cause =
                    INVALIDITY.entrySet().stream()
                            .filter(e -> e.getValue().equals(invalidity))
                            .map(Map.Entry::getKey)
                            .findFirst()
                            .orElseThrow(() ->
                                    new IllegalArgumentException(
                                            "invalidity is %s, which is not known"
                                                    .formatted(PythonText.line(invalidity))));
            return new Outcome.Failed(cause, "invalidity: " + invalidity, elapsed);
        }
        if (result.get("correctness") instanceof Number n && n.doubleValue() == 0) {
            return new Outcome.Failed(FailureCause.WRONG_ANSWER, "correctness: 0", elapsed);
        }
        var outputs = new LinkedHashMap<String, List<Double>>();
        for (String name : measured) {
            outputs.put(name, values(result, name));
        }
        List<String> failures =
                outputs.entrySet().stream()
                        .filter(e -> !e.getValue().stream().allMatch(Double::isFinite))
                        .map(e -> e.getKey() + " is " + e.getValue())
                        .toList();
        return failures.isEmpty()
                ? times.measured(outputs, Map.of())
                : new Outcome.Failed(
                        FailureCause.UNREADABLE_OUTPUT, String.join(", ", failures), elapsed);
    }

    private static List<Double> values(Map<String, Object> result, String output) {
        if (result.get("measurements") instanceof List<?> measurements) {
            for (Object item : measurements) {
                Map<String, Object> measurement = GptuneRecord.object(item).orElse(Map.of());
                if (output.equals(measurement.get("name"))) {
                    Object value = measurement.get("value");
                    List<?> all =
                            value instanceof List<?> list ? list : java.util.Arrays.asList(value);
                    var values = new ArrayList<Double>();
                    all.forEach(v -> values.add(number(output, v)));
                    if (!values.isEmpty()) {
                        return values;
                    }
                }
            }
        }
        throw new IllegalArgumentException("measurements: there is no '%s'".formatted(output));
    }

    private static double number(String output, Object value) {
        if (value instanceof Number n) {
            return n.doubleValue();
        }
        if (value instanceof String s && DeclaredValue.isNumber(s)) {
            return Double.parseDouble(s);
        }
        throw new IllegalArgumentException(
                "measurements: '%s' is %s, not a number".formatted(output, PythonText.line(value)));
    }

    /** Returns the time stamp, a time without a zone for UTC. */
    private static Optional<Instant> time(Map<String, Object> result) {
        if (!(result.get("timestamp") instanceof String text)) {
            return Optional.empty();
        }
        String iso = text.strip().replace(' ', 'T');
        try {
            return Optional.of(java.time.OffsetDateTime.parse(iso).toInstant());
        } catch (DateTimeException noZone) {
            try {
                return Optional.of(LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC));
            } catch (DateTimeException noTime) {
                return Optional.empty();
            }
        }
    }
}
