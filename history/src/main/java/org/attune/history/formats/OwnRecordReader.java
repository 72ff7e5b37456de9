package org.attune.history.formats;

import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Source;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.EntryText;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the trials of studies from the records of a {@link GptuneFile}, into which scripts may have
 * filled results.
 */
final class OwnRecordReader {
    private final TuningProblem problem;
    private final String name; // of the file
    private final Instant changed;
    private final Set<String> notes;

    /**
     * @param name of the file, for messages and sources
     * @param changed when the file was written last: by then scripts had filled in their results
     * @param notes to which is added what cannot be read
     */
    OwnRecordReader(TuningProblem problem, String name, Instant changed, Set<String> notes) {
        this.problem = problem;
        this.name = name;
        this.changed = changed;
        this.notes = notes;
    }

    /**
     * Returns the trial of a record.
     *
     * @throws IllegalArgumentException if a value is none of the problem's
     */
    Trial trial(Map<String, Object> record) {
        Map<String, Object> attune = OwnRecord.attune(record);
        Outcome outcome = outcome(record);
        var map = new LinkedHashMap<>(attune);
        map.put("record", "trial");
        map.put("number", OwnRecord.number(record));
        map.put("state", "pending");
        map.put("task_parameter", point("task_parameter", problem.taskSpace(), record).values());
        map.put(
                "tuning_parameter",
                point("tuning_parameter", problem.parameterSpace(), record).values());
        map.remove("source");
        var trial = (Trial) EntryText.entry(map);
        if (attune.get("source") instanceof Map<?, ?> source) {
            trial = from(trial, source);
        } else if (trial.origin().equals(Origin.IMPORTED)) {
            var raw = new LinkedHashMap<>(record);
            raw.remove(OwnRecord.KEY);
            trial =
                    from(
                            trial,
                            Map.of(
                                    "format",
                                    GptuneReader.FORMAT,
                                    "uid",
                                    String.valueOf(record.get("uid")),
                                    "file",
                                    name,
                                    "record",
                                    PythonText.line(raw)));
        }
        if (outcome instanceof Outcome.Pending) {
            return trial;
        }
        return trial.provenance().told().isPresent()
                ? ended(trial, outcome, trial.provenance().told().get())
                : ended(trial, since(outcome, trial.provenance().asked()), changed);
    }

    private static Point point(String key, Space space, Map<String, Object> record) {
        try {
            return DeclaredValue.point(space, OwnRecord.object(record.get(key)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }

    private static Trial from(Trial trial, Map<?, ?> source) {
        var p = trial.provenance();
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                trial.outcome(),
                new Provenance(
                        p.asked(),
                        p.told(),
                        p.process(),
                        p.effort(),
                        Optional.of(
                                new Source(
                                        String.valueOf(source.get("format")),
                                        String.valueOf(source.get("uid")),
                                        String.valueOf(source.get("file")),
                                        String.valueOf(source.get("record")))),
                        p.environment(),
                        p.logExpectedGain(),
                        p.corrected(),
                        p.attempt(),
                        p.seen(),
                        p.parent(),
                        p.planned(),
                        p.first()));
    }

    private static Trial ended(Trial trial, Outcome outcome, Instant told) {
        var p = trial.provenance();
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                outcome,
                new Provenance(
                        p.asked(),
                        Optional.of(told),
                        p.process(),
                        p.effort(),
                        p.source(),
                        p.environment(),
                        p.logExpectedGain(),
                        p.corrected(),
                        p.attempt(),
                        p.seen(),
                        p.parent(),
                        p.planned(),
                        p.first()));
    }

    /** Returns an outcome that a script has filled in, which took from when it was asked for. */
    private Outcome since(Outcome outcome, Instant asked) {
        double elapsed = Math.max(0, Duration.between(asked, changed).toMillis() / 1e3);
        return switch (outcome) {
            case Outcome.Measured m -> new Outcome.Measured(m.outputs(), m.extra(), elapsed);
            case Outcome.Failed f -> new Outcome.Failed(f.cause(), f.detail(), elapsed);
            case Outcome.Pending p -> p;
        };
    }

    /** Returns what became of the trial of a record, which says it to scripts and to GPTune. */
    Outcome outcome(Map<String, Object> record) {
        return switch (GptuneResult.of(GptuneRecord.of(record), problem)) {
            case GptuneResult.Ended ended ->
                    ended.outcome() instanceof Outcome.Measured m
                            ? OwnRecord.withOthers(m, record)
                            : ended.outcome();
            case GptuneResult.Absent absent -> {
                if (!absent.why().startsWith("not measured yet")) {
                    notes.add("%s: %s. It stays pending.".formatted(name, absent.why()));
                }
                yield Outcome.PENDING;
            }
        };
    }
}
