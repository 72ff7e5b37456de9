package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.ModelView;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.studies.report.LastTrials;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What to try next, each with the reason that the records give for it. */
final class Advice {
    private static final double OFTEN = 0.2; // share of failures that is worth a look
    private static final int CLOSE = 3; // best trials that are compared
    private static final double NEAR = 0.02; // of a range
    private static final int ENOUGH =
            20; // trials of a task, from which on its model says something
    private static final Set<String> UNLEARNING = Set.of("random", "sobol", "lhs");

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
        boolean hidden = noise(tasks);
        if (!hidden && subject.confirmed().isEmpty()) {
            boolean standard = subject.problem().parameterSpace().defaultPoint().isPresent();
            hint(
                    "Measure %s again: the best of many readings is partly luck."
                            .formatted(standard ? "the default and the best" : "the best"),
                    "confirm");
        }
        untried();
        bounds(tasks, unimportant);
        failures(tasks);
        progress(tasks, hidden);
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

    /**
     * The model may expect more of a configuration that nobody has run, by a difference that shows.
     */
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
            boolean differs =
                    !Format.value(objective, expected).equals(Format.value(objective, found));
            if (!tried && differs && sign * expected < sign * found) {
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

    /**
     * The best at the end of a range suggests that the range is too small; of several objectives,
     * more than half of the front there.
     */
    private void bounds(List<TaskSummary> tasks, List<String> unimportant) {
        boolean several = subject.problem().optimized().size() > 1;
        var at = new LinkedHashMap<String, TreeSet<String>>();
        for (TaskSummary task : tasks) {
            List<Trial> best = several ? task.front() : task.best().map(List::of).orElse(List.of());
            for (Parameter p : subject.problem().parameterSpace().parameters()) {
                boolean ordered =
                        !(p instanceof Parameter.Categorical || p instanceof Permutation)
                                && p.size() > 2
                                && !unimportant.contains(p.name());
                if (ordered) {
                    for (String end : List.of("lower", "upper")) {
                        long there = best.stream().filter(t -> end(p, t).equals(end)).count();
                        if (2 * there > best.size()) {
                            at.computeIfAbsent(p.name(), n -> new TreeSet<>()).add(end);
                        }
                    }
                }
            }
        }
        if (!at.isEmpty()) {
            var words = new ArrayList<String>();
            at.forEach((name, ends) ->
                    words.add("%s (%s)".formatted(name, String.join(" and ", ends))));
            hints.add(
                    new Hint(
                            "%s at the end of the range of %s: if the program allows it, widen the range in the problem file; the study then goes on."
                                    .formatted(
                                            several
                                                    ? "Most trials of the front lie"
                                                    : "The best lies",
                                            String.join(", ", words)),
                            Optional.empty()));
        }
    }

    /** Returns at which end of the range of a parameter a trial lies, empty if at none. */
    private static String end(Parameter p, Trial trial) {
        if (!trial.configuration().has(p.name())) {
            return "";
        }
        Object value = trial.configuration().get(p.name());
        double u = p.encode(value);
        boolean discrete = p instanceof Parameter.Ordinal;
        if (value.equals(p.decode(0)) || !discrete && u < NEAR) {
            return "lower";
        }
        return value.equals(p.decode(1)) || !discrete && u > 1 - NEAR ? "upper" : "";
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

    /**
     * More of the same where the best came late; where it did not, what the records tell of why
     * nothing better came: noise that hides it, a tuner that learns nothing, a model that predicts
     * nothing, or none of these.
     */
    private void progress(List<TaskSummary> tasks, boolean hidden) {
        boolean several = subject.problem().optimized().size() > 1;
        long late = tasks.stream().filter(LastTrials::isLate).count();
        boolean learns = !UNLEARNING.contains(subject.study().setUp().tuner());
        if (late > 0 && learns) {
            more(
                    "%s late, among the last fifth of the trials%s: more trials may well find more."
                            .formatted(
                                    several
                                            ? "Trials of the front were found"
                                            : "The best was found",
                                    tasks.size() == 1
                                            ? ""
                                            : " in %d of %d tasks".formatted(late, tasks.size())));
        }
        boolean other = anotherTuner(tasks);
        if (late == 0 && !hidden && !other) {
            exhausted(tasks);
        }
    }

    private void more(String why) {
        hints.add(
                new Hint(
                        why,
                        Optional.ofNullable(subject.advised().get("tune"))
                                .map(c -> c + " --trials " + subject.moreTrials())));
    }

    /** Where repetitions differ by more than the best trials, which of these is best is luck. */
    private boolean noise(List<TaskSummary> tasks) {
        if (subject.problem().optimized().size() > 1) {
            return false;
        }
        Objective objective = subject.objective();
        double spread = Spread.of(subject).median();
        int hidden = 0;
        double gap = 0;
        for (TaskSummary task : tasks) {
            List<Trial> ranked = task.ranked();
            if (ranked.size() < CLOSE) {
                continue;
            }
            double best =
                    subject.problem().value(ranked.getFirst(), objective.name()).orElseThrow();
            double last =
                    subject.problem().value(ranked.get(CLOSE - 1), objective.name()).orElseThrow();
            double difference = Math.abs(last - best) / Math.abs(best);
            if (difference < spread) {
                hidden++;
                gap = Math.max(gap, difference);
            }
        }
        if (hidden == 0) {
            return false;
        }
        hint(
                String.format(
                        Locale.ROOT,
                        "Noise hides which is best%s: the %d best trials differ by at most %.2g %%,"
                            + " repetitions of one configuration by %.2g %%. Measure the best ones"
                            + " again, or more often each time (evaluation.repeats).",
                        tasks.size() == 1
                                ? ""
                                : " in %d of %d tasks".formatted(hidden, tasks.size()),
                        CLOSE,
                        100 * gap,
                        100 * spread),
                "confirm");
        return true;
    }

    /** A tuner that learns nothing, or whose model predicts nothing, may be the wrong one. */
    private boolean anotherTuner(List<TaskSummary> tasks) {
        String tuner = subject.study().setUp().tuner();
        String own = Format.quoted(List.of(subject.study().setUp().study()));
        Optional<String> takeOver =
                Optional.ofNullable(subject.advised().get("tune"))
                        .map(c -> c.replace(" --study " + own, ""));
        String reuse = " --reuse " + own;
        if (UNLEARNING.contains(tuner)) {
            hints.add(
                    new Hint(
                            "Tuner '%s' learns nothing from its trials: another study, of gp-lcm, can take them over and go on from there."
                                    .formatted(tuner),
                            takeOver.map(c ->
                                    c
                                            + " --study learned --tuner gp-lcm"
                                            + reuse
                                            + " --trials "
                                            + subject.moreTrials())));
            return true;
        }
        List<TaskSummary> known = tasks.stream().filter(t -> t.ranked().size() >= ENOUGH).toList();
        boolean blind =
                !known.isEmpty()
                        && subject.model().isPresent()
                        && known.stream()
                                .allMatch(t ->
                                        subject.model()
                                                        .get()
                                                        .outputs()
                                                        .contains(subject.objective().name())
                                                && !subject.model()
                                                        .get()
                                                        .trust(t.task(), subject.objective().name())
                                                        .predicts());
        if (blind) {
            hints.add(
                    new Hint(
                            "The model predicts held-out runs hardly better than their mean does: a"
                                + " tuner that needs no model may find more from the same trials.",
                            takeOver.map(c ->
                                    c
                                            + " --study bandit --tuner bandit"
                                            + reuse
                                            + " --trials "
                                            + subject.moreTrials())));
        }
        return blind;
    }

    /** Nothing better came, and nothing says why: then the space is the next thing to look at. */
    private void exhausted(List<TaskSummary> tasks) {
        boolean bounded = hints.stream().anyMatch(h -> h.why().contains("at the end of the range"));
        LastTrials.foundNothing(tasks)
                .ifPresent(why ->
                        hints.add(
                                new Hint(
                                        why
                                                + (bounded
                                                        ? " Wider ranges are more promising."
                                                        : " Maybe there are parameters that are not"
                                                                + " tuned yet."),
                                        Optional.empty())));
    }
}
