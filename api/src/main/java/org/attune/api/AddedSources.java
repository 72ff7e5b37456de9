package org.attune.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a study takes over of the sources that it is given: those that it does not have already.
 *
 * @param taken new ones, and others than those of the same name
 * @param notes on what was replaced, for a human
 */
record AddedSources(List<SourceRecord> taken, List<String> notes) {
    AddedSources {
        taken = List.copyOf(taken);
        notes = List.copyOf(notes);
    }

    /**
     * Compares what is given with what the records hold.
     *
     * @throws IllegalArgumentException if two have one name, or one does not fit the problem
     */
    static AddedSources of(List<SourceRecord> given, TuningProblem problem, Records records) {
        var taken = new ArrayList<SourceRecord>();
        var notes = new ArrayList<String>();
        Map<String, SourceRecord> known = new LinkedHashMap<>();
        records.sources().forEach(s -> known.put(s.name(), s));
        Map<String, String> digests = new HashMap<>(); // by the names that were given
        for (SourceRecord source : given) {
            String other = digests.put(source.name(), source.digest());
            if (other != null) {
                throw new IllegalArgumentException(
                        (other.equals(source.digest())
                                        ? "Source '%s' is given twice. Maybe leave one out, or give"
                                                + " it another name: --transfer-from FILE?name=NAME"
                                        : "Two sources are named '%s'. Maybe give each a name of"
                                                + " its own: --transfer-from FILE?name=NAME")
                                .formatted(source.name()));
            }
            requireFit(source, problem);
            SourceRecord before = known.get(source.name());
            if (before == null || !before.digest().equals(source.digest())) {
                taken.add(source);
            }
            if (before != null && !before.digest().equals(source.digest())) {
                notes.add(
                        "Source '%s' is another one than before, which it replaces: %d trials, now %d."
                                .formatted(
                                        source.name(),
                                        before.trials().size(),
                                        source.trials().size()));
            }
        }
        return new AddedSources(taken, notes);
    }

    /**
     * Returns the notes, and whether the tuner has no use for what is taken.
     *
     * @param study which they are given to
     * @param before its records
     */
    List<String> notes(TunerProvider provider, String study, Records before) {
        var all = new ArrayList<>(notes);
        if (!taken.isEmpty() && !provider.abilities().sources()) {
            all.add(
                    "Tuner '%s' does not learn from sources: they are kept with the study, and its proposals are as without. Maybe begin another study: --study NAME --tuner auto%s --transfer-from SOURCE"
                            .formatted(
                                    provider.name(),
                                    before.trials().isEmpty() ? "" : " --reuse " + study));
        }
        return all;
    }

    private static void requireFit(SourceRecord source, TuningProblem problem) {
        requireNames(source, "task parameters", problem.taskSpace(), source.task().values());
        var byName = new LinkedHashMap<String, Parameter>();
        source.parameters().forEach(p -> byName.put(p.name(), p));
        requireNames(source, "parameters", problem.parameterSpace(), byName);
        for (Parameter ours : problem.parameterSpace().parameters()) {
            Parameter theirs = byName.get(ours.name());
            if (theirs != null && theirs.getClass() != ours.getClass()) {
                throw refused(
                        source, "its parameter '%s' is of another type".formatted(ours.name()));
            }
        }
        requireOutputs(source, problem);
        Space own = source.space(problem);
        for (Point c : source.configurations()) {
            if (!own.holds(c)) {
                throw refused(source, "%s is no configuration of its parameters".formatted(c));
            }
        }
    }

    /** Refuses names that the problem does not have, and the lack of one that it always has. */
    private static void requireNames(
            SourceRecord source, String what, Space space, Map<String, ?> given) {
        List<String> names = space.parameters().stream().map(Parameter::name).toList();
        boolean lacks =
                space.parameters().stream()
                        .anyMatch(p -> p.activeIf().isEmpty() && !given.containsKey(p.name()));
        if (lacks || !names.containsAll(given.keySet())) {
            throw refused(
                    source,
                    "its %s are %s, not %s"
                            .formatted(what, Format.list(given.keySet()), Format.list(names)));
        }
    }

    private static void requireOutputs(SourceRecord source, TuningProblem problem) {
        var outputs = new ArrayList<>(problem.measuredOutputs());
        for (Trial t : source.trials()) {
            if (t.outcome() instanceof Outcome.Measured m && !m.missing(outputs).isEmpty()) {
                throw refused(
                        source,
                        "its trial %d lacks the output %s"
                                .formatted(t.number(), String.join(", ", m.missing(outputs))));
            }
        }
        for (SourceModel m : source.models()) {
            if (!problem.outputNames().contains(m.output())) {
                throw refused(
                        source,
                        "it has a model of '%s', and the outputs are %s"
                                .formatted(m.output(), String.join(", ", problem.outputNames())));
            }
        }
    }

    private static IllegalArgumentException refused(SourceRecord source, String why) {
        return new IllegalArgumentException(
                "Source '%s' does not fit the problem: %s. Maybe say what its names mean (SourceMapping)."
                        .formatted(source.name(), why));
    }
}
