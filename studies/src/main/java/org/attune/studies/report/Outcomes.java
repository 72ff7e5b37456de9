package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.formats.Surroundings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** Trials and their outcomes for humans and as JSON. */
public final class Outcomes {
    private Outcomes() {}

    /** Returns the outputs, or cause and detail of a failure, in one line. */
    public static String line(TuningProblem problem, Trial trial) {
        return switch (trial.outcome()) {
            case Outcome.Pending p -> "pending";
            case Outcome.Failed f ->
                    f.cause().text()
                            + (f.detail().isBlank()
                                    ? ""
                                    : ": " + f.detail().strip().lines().findFirst().orElseThrow());
            case Outcome.Measured m -> {
                var parts = new ArrayList<String>();
                problem.outputs(trial).forEach((n, v) -> parts.add(n + "=" + Format.number(v)));
                yield String.join(" ", parts);
            }
        };
    }

    /** Returns the trial as {@code history list --json} shows it. */
    public static Map<String, Object> json(TuningProblem problem, Trial trial) {
        var map = new LinkedHashMap<String, Object>();
        map.put("trial", trial.number());
        map.put("state", state(trial));
        map.put("task", trial.task());
        map.put("configuration", trial.configuration());
        if (problem.fidelity().isPresent() || !trial.isFull()) {
            map.put("fidelity", trial.cost());
            map.put("quantity", problem.fidelity(trial.candidate()));
        }
        map.put("outputs", problem.outputs(trial));
        map.put("cause", trial.outcome() instanceof Outcome.Failed f ? f.cause().text() : null);
        if (trial.outcome() instanceof Outcome.Failed f) {
            map.put("detail", f.detail());
        }
        return map;
    }

    public static String state(Trial trial) {
        return switch (trial.outcome()) {
            case Outcome.Pending p -> "pending";
            case Outcome.Measured m -> "measured";
            case Outcome.Failed f -> "failed";
        };
    }

    /** Returns what is known of a trial, by name. */
    public static Map<String, Object> facts(StoredStudy stored, Trial trial, String uid) {
        var facts = json(stored.problem(), trial);
        if (trial.outcome() instanceof Outcome.Measured m) {
            facts.put("evaluations", m.outputs());
            facts.put("extra", m.extra());
        }
        facts.put("elapsed", trial.outcome().elapsed());
        facts.put("phase", Format.word(trial.origin().phase()));
        facts.put("technique", trial.origin().technique());
        facts.put("asked", trial.provenance().asked().toString());
        facts.put("told", trial.provenance().told().map(Object::toString).orElse(null));
        facts.put("uid", uid);
        Surroundings where = Surroundings.of(trial, stored.records());
        facts.put("machine", where.machine().orElse(null));
        facts.put("user", where.user().orElse(null));
        facts.put("machine_configuration", where.environment().machine());
        facts.put("software", where.environment().software());
        var source = new LinkedHashMap<String, Object>();
        trial.provenance()
                .source()
                .ifPresent((Source s) -> {
                    source.put("format", s.format());
                    source.put("file", s.file());
                    source.put("record", s.record());
                });
        facts.put("source", source.isEmpty() ? null : source);
        return facts;
    }
}
