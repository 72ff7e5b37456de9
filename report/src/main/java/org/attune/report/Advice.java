package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.ModelView;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What to try next, each with the reason that the records give for it. */
final class Advice {
    private static final double LATE =
            0.8; // part of the trials, from which on the best is a late one
    private static final double OFTEN = 0.2; // share of failures that is worth a look
    private static final double NEAR = 0.02; // of a range

    /**
     * A hint.
     *
     * @param why in a sentence
     * @param command that does it, if there is one
     */
    record Hint(String why, Optional<String> command) {}

    private final Subject subject;
    private final List<Hint> hints = new ArrayList<>();

    Advice(Subject subject) {
        this.subject = subject;
    }

    /**
     * Collects the hints.
     *
     * @param unimportant parameters that surely matter little
     */
    List<Hint> all(List<String> unimportant) {
        List<TaskSummary> tasks = subject.summaries();
        boolean usable = tasks.stream().anyMatch(t -> !t.ranked().isEmpty());
        if (!usable) {
            hint("See what a single run does, step by step.", "check");
            return hints;
        }
        if (subject.confirmed().isEmpty()) {
            hint(
                    "Measure the default and the best again: the best of many readings is partly"
                            + " luck.",
                    "confirm");
        }
        untried();
        bounds(tasks, unimportant);
        failures(tasks);
        progress(tasks);
        if (!unimportant.isEmpty()) {
            hint(
                    "%s surely %s for less than 2 %% of the variation: fix %s, and tune the others."
                            .formatted(
                                    String.join(", ", unimportant),
                                    unimportant.size() == 1 ? "accounts" : "account each",
                                    unimportant.size() == 1 ? "it" : "them"),
                    "sensitivity");
        }
        return hints;
    }

    private void hint(String why, String verb) {
        hints.add(new Hint(why, Optional.ofNullable(subject.advised().get(verb))));
    }

    /** The model may expect more of a configuration that nobody has run. */
    private void untried() {
        Objective objective = subject.objective();
        for (var task : subject.tasks().stream().limit(4).toList()) {
            Optional<ModelView> view = subject.model().flatMap(m -> view(m, task, objective));
            Optional<Trial> best = Study.best(subject.problem(), subject.study().records(), task);
            if (view.isEmpty() || best.isEmpty() || subject.problem().optimized().size() > 1) {
                continue;
            }
            boolean tried =
                    subject.study().records().trials(task).stream()
                            .anyMatch(t -> t.configuration().equals(view.get().best()));
            double found = subject.problem().value(best.get(), objective.name()).orElse(Double.NaN);
            double expected = view.get().prediction().median();
            int sign = objective.goal().sign();
            if (!tried && sign * expected < sign * found) {
                hints.add(
                        new Hint(
                                "%she model expects %s of a configuration that was never run: %s."
                                        .formatted(
                                                task.values().isEmpty()
                                                        ? "T"
                                                        : "For " + task + " t",
                                                Format.value(objective, expected),
                                                Format.brief(view.get().best())),
                                Optional.ofNullable(subject.advised().get("run"))
                                        .map(c ->
                                                c
                                                        + (task.values().isEmpty()
                                                                ? ""
                                                                : " --task "
                                                                        + Format.assignments(task))
                                                        + " --set "
                                                        + Format.assignments(view.get().best()))));
            }
        }
    }

    private static Optional<ModelView> view(FittedModel m, org.attune.api.Point task, Objective o) {
        return m.outputs().contains(o.name()) && m.trust(task, o.name()).predicts()
                ? m.view(task, o.name())
                : Optional.empty();
    }

    /** The best at the end of a range suggests that the range is too small. */
    private void bounds(List<TaskSummary> tasks, List<String> unimportant) {
        var at = new LinkedHashMap<String, TreeSet<String>>();
        for (TaskSummary task : tasks) {
            task.ranked().stream()
                    .findFirst()
                    .ifPresent(best -> {
                        for (Parameter p : subject.problem().parameterSpace().parameters()) {
                            boolean ordered =
                                    !(p instanceof Parameter.Categorical
                                                    || p instanceof Permutation)
                                            && p.size() > 2
                                            && !unimportant.contains(p.name());
                            if (!ordered || !best.configuration().has(p.name())) {
                                continue;
                            }
                            Object value = best.configuration().get(p.name());
                            double u = p.encode(value);
                            boolean discrete = p instanceof Parameter.Ordinal;
                            if (value.equals(p.decode(0)) || !discrete && u < NEAR) {
                                at.computeIfAbsent(p.name(), n -> new TreeSet<>()).add("lower");
                            } else if (value.equals(p.decode(1)) || !discrete && u > 1 - NEAR) {
                                at.computeIfAbsent(p.name(), n -> new TreeSet<>()).add("upper");
                            }
                        }
                    });
        }
        if (!at.isEmpty()) {
            var words = new ArrayList<String>();
            at.forEach((name, ends) ->
                    words.add("%s (%s)".formatted(name, String.join(" and ", ends))));
            hints.add(
                    new Hint(
                            "The best lies at the end of the range of %s: if the program allows it, widen the range in the problem file; the study then goes on."
                                    .formatted(String.join(", ", words)),
                            Optional.empty()));
        }
    }

    private void failures(List<TaskSummary> tasks) {
        long failed = tasks.stream().mapToLong(TaskSummary::failed).sum();
        long ended = tasks.stream().mapToLong(t -> t.trials().size()).sum();
        if (failed > OFTEN * ended) {
            hints.add(
                    new Hint(
                            "%d of %d trials failed: where the cause is known beforehand, say it as a constraint in the problem file, so that no trial is spent on it."
                                    .formatted(failed, ended),
                            Optional.empty()));
        }
    }

    private void progress(List<TaskSummary> tasks) {
        long late =
                tasks.stream()
                        .filter(t ->
                                t.best()
                                        .filter(b ->
                                                t.trials().indexOf(b) >= LATE * t.trials().size())
                                        .isPresent())
                        .count();
        if (late > 0) {
            hint(
                    tasks.size() == 1
                            ? "The best was found late, among the last fifth of the trials: more"
                                    + " trials may well find more."
                            : "In %d of %d tasks the best was found among the last fifth of the trials: more trials may well find more."
                                    .formatted(late, tasks.size()),
                    "tune");
        } else {
            hint(
                    "The last fifth of the trials found nothing better: more trials may find"
                            + " little.",
                    "tune");
        }
    }
}
