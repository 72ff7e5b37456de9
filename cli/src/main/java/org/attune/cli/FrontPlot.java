package org.attune.cli;

import org.attune.api.Objective;
import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.report.FrontPicture;
import org.attune.history.Store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * The picture of a front: the default, the best of other studies for one objective each, the front
 * and the other trials, in parts of the default.
 */
final class FrontPlot {
    private final TuningProblem problem;
    private final Point task;
    private final Objective first;
    private final Objective second;
    private final Trial usual;
    private final List<FrontPicture.Group> groups = new ArrayList<>();

    /**
     * Begins a picture.
     *
     * @throws IllegalArgumentException if the problem has not two objectives
     * @throws IllegalStateException if the default has not been measured, or not as positive
     */
    FrontPlot(TuningProblem problem, Point task, Records records) {
        List<Objective> optimized = problem.optimized();
        if (optimized.size() != 2) {
            throw new IllegalArgumentException(
                    "--plot shows two objectives against each other, and problem '%s' has %d."
                            .formatted(problem.name(), optimized.size()));
        }
        this.problem = problem;
        this.task = task;
        this.first = optimized.get(0);
        this.second = optimized.get(1);
        Optional<Point> point = problem.parameterSpace().defaultPoint();
        this.usual =
                measured(records, t -> point.equals(Optional.of(t.configuration()))).stream()
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "--plot shows trials in parts of the default, which failed,"
                                            + " has not been run, or has an objective that is not"
                                            + " positive."));
    }

    /** Returns the trials of the task of which both objectives are positive. */
    private List<Trial> measured(Records records, Predicate<Trial> wanted) {
        return records.finished().stream()
                .filter(t -> t.task().equals(task))
                .filter(t -> positive(t, first) && positive(t, second))
                .filter(wanted)
                .toList();
    }

    private boolean positive(Trial trial, Objective objective) {
        OptionalDouble value = problem.value(trial, objective.name());
        return value.isPresent() && value.getAsDouble() > 0;
    }

    private double ratio(Trial trial, Objective objective) {
        return problem.value(trial, objective.name()).orElseThrow()
                / problem.value(usual, objective.name()).orElseThrow();
    }

    private void add(String name, List<Trial> trials) {
        groups.add(
                new FrontPicture.Group(
                        name,
                        trials.stream().mapToDouble(t -> ratio(t, first)).toArray(),
                        trials.stream().mapToDouble(t -> ratio(t, second)).toArray()));
    }

    /** Adds the best trial of a study that optimised one of the outputs alone. */
    private void addBest(String study, Store journal) {
        Records records = journal.study(study).records();
        StudyRecord setUp = records.study().orElseThrow(() -> StoredStudy.missing(journal, study));
        List<String> names = optimized(setUp);
        Optional<Objective> by =
                List.of(first, second).stream()
                        .filter(o -> names.equals(List.of(o.name())))
                        .findFirst();
        if (by.isEmpty()) {
            throw new IllegalArgumentException(
                    "--beside %s: that study optimises %s, not '%s' or '%s' alone."
                            .formatted(study, names, first.name(), second.name()));
        }
        Objective objective = by.get();
        Trial best =
                measured(records, t -> true).stream()
                        .min(
                                Comparator.comparingDouble(t ->
                                        objective.goal().sign()
                                                * problem.value(t, objective.name()).orElseThrow()))
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "--beside %s: it has no trial with '%s' and '%s'."
                                                .formatted(study, first.name(), second.name())));
        add("best %s (%s)".formatted(objective.name(), study), List.of(best));
    }

    private static List<String> optimized(StudyRecord setUp) {
        return ((List<?>) setUp.problem().getOrDefault("output_space", List.of()))
                .stream()
                        .map(o -> (Map<?, ?>) o)
                        .filter(o -> "yes".equals(o.get("optimize")))
                        .map(o -> String.valueOf(o.get("name")))
                        .toList();
    }

    private static String label(Objective objective) {
        return "%s, default = 1".formatted(objective.name());
    }

    /** Writes the picture. */
    void write(Records records, List<String> beside, Store journal, Path file) {
        add("default", List.of(usual));
        beside.forEach(study -> addBest(study, journal));
        List<Trial> all = measured(records, t -> true);
        List<Trial> front =
                ParetoFront.of(problem, all).trials().stream()
                        .sorted(Comparator.comparingDouble(t -> ratio(t, first)))
                        .toList();
        add("front", front);
        add("other trials", all.stream().filter(t -> !front.contains(t)).toList());
        String svg =
                FrontPicture.svg(
                        "%s against %s of %s"
                                .formatted(second.name(), first.name(), problem.name()),
                        label(first),
                        label(second),
                        groups);
        try {
            Files.writeString(file, svg);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
