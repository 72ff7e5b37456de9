package org.attune.studies.report;

import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Optional;

/** The study in which {@code confirm} measures again what another study of a history found. */
public final class Confirmation {
    private static final String SUFFIX = "-confirm";

    private Confirmation() {}

    /** Returns the name of the study that confirms another. */
    public static String of(String study) {
        return study + SUFFIX;
    }

    /**
     * Returns what measuring again has shown of a task, where another trial than the best one is
     * the best now. Of a configuration that was measured again several times the newest counts.
     *
     * @param again the trials of the study that confirms
     * @return empty where the best trial was not measured again, or is the best again, and with
     *     several objectives
     */
    public static Optional<Verdict> disagreeing(
            TuningProblem problem, TaskSummary task, Records again) {
        if (task.best().isEmpty() || problem.optimized().size() > 1) {
            return Optional.empty();
        }
        var newest = new LinkedHashMap<Point, Trial>();
        again.trials(task.task()).stream()
                .filter(t -> !t.isPending())
                .forEach(t -> newest.put(t.configuration(), t));
        Optional<Trial> standard = task.measuredStandard();
        var finalists = new ArrayList<Finalist>();
        newest.forEach((configuration, after) -> {
            if (standard.filter(t -> t.configuration().equals(configuration)).isPresent()) {
                finalists.add(new Finalist(Finalist.DEFAULT, standard.get(), after));
            } else {
                task.ranked().stream()
                        .filter(t -> t.configuration().equals(configuration))
                        .findFirst()
                        .map(t -> new Finalist("trial " + t.number(), t, after))
                        .ifPresent(finalists::add);
            }
        });
        if (finalists.stream().noneMatch(f -> isOf(task.best().get(), f))) {
            return Optional.empty();
        }
        Optional<Trial> ofDefault = standard.map(t -> newest.get(t.configuration()));
        return Optional.of(new Verdict(problem, ofDefault, finalists))
                .filter(v -> v.found().stream().anyMatch(f -> !isOf(task.best().get(), f)));
    }

    private static boolean isOf(Trial trial, Finalist finalist) {
        return finalist.before().configuration().equals(trial.configuration());
    }

    /** Returns whether a study confirms another one of these. */
    public static boolean is(String study, Collection<String> all) {
        return all.stream().anyMatch(other -> study.equals(of(other)));
    }
}
