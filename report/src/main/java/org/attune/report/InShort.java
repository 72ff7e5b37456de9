package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Trial;
import org.attune.charts.page.Html;
import org.attune.studies.report.Confirmation;
import org.attune.studies.report.DriftSummary;
import org.attune.studies.report.PenaltyLine;
import org.attune.studies.report.Ranges;
import org.attune.studies.report.Summary;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a reader wants to know first: what was tuned, how much was gained, how sure that is, what to
 * use.
 */
final class InShort {
    private final Subject subject;
    private final Sheet sheet;
    private final Objective objective;

    InShort(Subject subject, Sheet sheet) {
        this.subject = subject;
        this.sheet = sheet;
        objective = subject.objective();
    }

    /**
     * Writes the part.
     *
     * @param advice what to try next, in sentences
     */
    void write(List<Advice.Hint> advice) {
        Html html = sheet.html();
        html.section("in-short", "In short");
        List<TaskSummary> tasks = subject.summaries();
        html.paragraph(tuned(tasks));
        subject.missing().forEach(html::warning);
        if (tasks.stream().allMatch(t -> t.best().isEmpty() && t.front().isEmpty())) {
            html.warning(
                    "Nothing usable has been measured yet."
                            + tasks.stream()
                                    .flatMap(t -> Ranges.nothing(t).stream())
                                    .findFirst()
                                    .map(" Out of range: %s."::formatted)
                                    .orElse(""));
        } else if (subject.problem().optimized().size() > 1) {
            fronts(tasks);
        } else {
            results(tasks);
        }
        html.heading("next", "What to try next");
        html.raw("<ul class=\"next\">\n");
        for (Advice.Hint hint : advice) {
            html.raw(
                    "<li>%s%s</li>\n"
                            .formatted(
                                    Html.escaped(hint.why()),
                                    hint.command().map(c -> copyable(c, "command")).orElse("")));
        }
        html.raw("</ul>\n");
    }

    private String tuned(List<TaskSummary> tasks) {
        int ended = tasks.stream().mapToInt(t -> t.trials().size()).sum();
        long failed = tasks.stream().mapToLong(TaskSummary::failed).sum();
        String goals =
                String.join(
                        " and ",
                        subject.problem().optimized().stream()
                                .map(o ->
                                        "%s of '%s'"
                                                .formatted(
                                                        o.goal() == Objective.Goal.MINIMIZE
                                                                ? "the least"
                                                                : "the most",
                                                        o.name()))
                                .toList());
        return "The study '%s' of %s looked for %s by %s over %s%s%s; tuner %s. %s%s%s"
                .formatted(
                        subject.study().setUp().study(),
                        subject.problem().name(),
                        goals,
                        Format.count(
                                subject.problem().parameterSpace().parameters().size(),
                                "parameter"),
                        Format.count(ended, "trial"),
                        tasks.size() > 1 ? " of %d tasks".formatted(tasks.size()) : "",
                        CheapRuns.words(tasks.stream().flatMap(t -> t.trials().stream()).toList())
                                .map(w -> ", " + w)
                                .orElse(""),
                        subject.study().setUp().tuner(),
                        failed == 0 ? "None failed." : "%d failed.".formatted(failed),
                        PenaltyLine.of(tasks).map(" "::concat).orElse(""),
                        pending());
    }

    /**
     * Says what has not ended; of processes of this computer it is known whether they are there.
     */
    private String pending() {
        List<Trial> pending = subject.trials().stream().filter(Trial::isPending).toList();
        long left = pending.stream().filter(t -> t.provenance().process().hasEnded()).count();
        long running = pending.size() - left;
        return (running == 0 ? "" : " %s not ended yet.".formatted(count(running, "has", "have")))
                + (left == 0
                        ? ""
                        : " %s no outcome yet, and the process that asked for %s has ended: a script tells it, or 'tune' runs %s again."
                                .formatted(
                                        count(left, "has", "have"),
                                        left == 1 ? "it" : "them",
                                        left == 1 ? "it" : "them"));
    }

    private static String count(long n, String one, String several) {
        return n == 1 ? "One " + one : n + " " + several;
    }

    private void results(List<TaskSummary> tasks) {
        DriftSummary.of(subject.study())
                .flatMap(DriftSummary::normalisation)
                .ifPresent(n -> sheet.html().quiet(n + "."));
        sheet.html().raw("<div class=\"cards\">\n");
        for (TaskSummary task : tasks.stream().limit(Summary.FEW).toList()) {
            task.best().ifPresent(best -> card(task, best));
        }
        sheet.html().raw("</div>\n");
        if (tasks.size() > Summary.FEW) {
            sheet.html()
                    .quiet(
                            "The first %d of %d tasks; all are drawn below."
                                    .formatted(Summary.FEW, tasks.size()));
        }
    }

    private void card(TaskSummary task, Trial best) {
        Html html = sheet.html();
        OptionalDouble gain = task.gain(best);
        String value = Format.value(objective, subject.problem().value(best, objective.name()));
        html.raw(
                "<section class=\"card\" aria-label=\"%s\">\n"
                        .formatted(Html.escaped("Result of " + Subject.name(task.task()))));
        if (!task.task().values().isEmpty()) {
            html.raw("<p class=\"of\">%s</p>\n".formatted(Html.escaped(task.task().toString())));
        }
        html.raw(
                "<p class=\"big\">%s</p>\n"
                        .formatted(
                                Html.escaped(
                                        gain.isPresent() ? times(gain.getAsDouble()) : value)));
        html.raw("<p>%s</p>\n".formatted(Html.escaped(changed(task, best, value, gain))));
        html.raw("<p class=\"quiet\">%s</p>\n".formatted(Html.escaped(sure(task, best))));
        use(best);
        html.raw("</section>\n");
    }

    private String times(double gain) {
        return gain >= 1.005
                ? String.format(Locale.ROOT, gain < 10 ? "%.2f× %s" : "%.1f× %s", gain, better())
                : gain > 0.995 ? "no better" : "worse than the default";
    }

    private String better() {
        return objective.isTime() && objective.goal() == Objective.Goal.MINIMIZE
                ? "faster"
                : "better";
    }

    private String changed(TaskSummary task, Trial best, String value, OptionalDouble gain) {
        Optional<String> before =
                task.measuredStandard()
                        .map(t ->
                                Format.value(
                                        objective, subject.problem().value(t, objective.name())));
        return before.map(b ->
                        "From %s (the default) to %s, trial %d of %d."
                                .formatted(b, value, best.number(), subject.trials().size()))
                .orElse(
                        (gain.isPresent()
                                        ? ""
                                        : "The best value, of trial %d. ".formatted(best.number()))
                                + (task.standard().isPresent()
                                        ? "The default has no value to compare with."
                                        : "The problem has no default to compare with."));
    }

    /** Says how sure the gain is: by measuring again, else by the model, else not at all. */
    private String sure(TaskSummary task, Trial best) {
        String other =
                subject.confirmed()
                        .flatMap(
                                c -> Confirmation.disagreeing(subject.problem(), task, c.records()))
                        .map(v -> " But " + v.words())
                        .orElse("");
        if (task.standard().filter(best.configuration()::equals).isPresent()) {
            return "Nothing has beaten the default, so that there is no gain to be sure of."
                    + other;
        }
        Optional<Gain> again =
                subject.confirmed().flatMap(c -> Gain.confirmed(subject, c, task.task(), best));
        if (again.isPresent()) {
            return "Measured again by confirm: %s times, 95 %% interval %s to %s.%s"
                    .formatted(
                            factor(again.get().value()),
                            factor(again.get().lower()),
                            factor(again.get().upper()),
                            other);
        }
        Optional<Gain> believed =
                subject.model().flatMap(m -> Gain.believed(subject, m, task, best));
        if (believed.isPresent()) {
            boolean trusted =
                    subject.model().orElseThrow().trust(task.task(), objective.name()).predicts();
            return "One reading is partly luck. The model expects %s times, %s to %s with 95 %% probability%s; not confirmed by measuring again."
                    .formatted(
                            factor(believed.get().value()),
                            factor(believed.get().lower()),
                            factor(believed.get().upper()),
                            trusted ? "" : " (but predicts little, see below)");
        }
        boolean measuredAgain =
                subject.confirmed().stream()
                        .flatMap(c -> c.records().trials(task.task()).stream())
                        .filter(t -> !t.isPending())
                        .anyMatch(t -> t.configuration().equals(best.configuration()));
        if (measuredAgain) {
            return "It was measured again by confirm; the values give no factor over the default.";
        }
        return "How sure that is, nobody knows yet: the best of many readings is partly luck, and"
                + " it was not measured again.";
    }

    private static String factor(double value) {
        return String.format(Locale.ROOT, value < 9.995 ? "%.2f" : "%.1f", value);
    }

    private void fronts(List<TaskSummary> tasks) {
        for (TaskSummary task : tasks.stream().limit(Summary.FEW).toList()) {
            if (task.front().isEmpty()) {
                continue;
            }
            Html html = sheet.html();
            html.paragraph(
                    "%s%s that no other dominates. The extremes, ready to copy:"
                            .formatted(
                                    task.task().values().isEmpty() ? "" : task.task() + ": ",
                                    Format.count(task.front().size(), "trial")));
            html.raw("<div class=\"cards\">\n");
            for (Objective o : subject.problem().optimized()) {
                task.front().stream()
                        .min(
                                java.util.Comparator.comparingDouble(t ->
                                        o.goal().sign()
                                                * subject.problem()
                                                        .value(t, o.name())
                                                        .orElse(Double.NaN)))
                        .ifPresent(t -> extreme(o, t));
            }
            html.raw("</div>\n");
        }
    }

    private void extreme(Objective o, Trial t) {
        Html html = sheet.html();
        var said = new ArrayList<String>();
        subject.problem()
                .optimized()
                .forEach(p ->
                        said.add(
                                p.name()
                                        + " "
                                        + Format.value(p, subject.problem().value(t, p.name()))));
        html.raw(
                "<section class=\"card\" aria-label=\"%s\">\n<p class=\"of\">Best %s</p>\n<p class=\"big\">%s</p>\n<p>%s</p>\n"
                        .formatted(
                                Html.escaped("Best " + o.name() + ", trial " + t.number()),
                                Html.escaped(o.name()),
                                Html.escaped(Format.value(o, subject.problem().value(t, o.name()))),
                                Html.escaped(
                                        "Trial %d: %s"
                                                .formatted(t.number(), String.join(", ", said)))));
        use(t);
        html.raw("</section>\n");
    }

    private void use(Trial best) {
        String words = Format.assignments(best.configuration());
        sheet.html()
                .raw(
                        "<p class=\"label\">Use now</p>\n"
                                + copyable(words, "configuration of trial " + best.number()));
        Optional.ofNullable(subject.uses().get(best.number()))
                .ifPresent(command ->
                        sheet.html().raw(copyable(command, "command of trial " + best.number())));
    }

    /** Returns a text in a box; the script adds a button that copies it. */
    private static String copyable(String text, String what) {
        return "<pre class=\"copy\" tabindex=\"0\" aria-label=\"%s\">%s</pre>\n"
                .formatted(Html.escaped(what), Html.escaped(text));
    }
}
