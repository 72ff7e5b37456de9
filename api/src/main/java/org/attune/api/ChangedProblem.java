package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What to say when the problem of a study is no longer the one that it was set up with. */
public final class ChangedProblem {
    /** What to do instead. */
    static final String WAYS_OUT =
            "Maybe start another study (--study NAME) or another history (--history FILE).";

    private static final String SINCE = "Since study '%s' was started, %s.";

    private static final String GOAL =
            "ATTENTION: since study '%1$s' was started, %2$s. Another trial may be the best now,"
                + " and those so far were sought for something else. Maybe begin a new study that"
                + " learns from them: --study NEW --reuse %1$s";

    private static final String MEASUREMENT =
            "ATTENTION: since study '%1$s' was started, %2$s. Do the trials so far still tell what"
                + " a run measures now? If they do, go on. If only the place has changed where"
                + " outputs are read, read what is kept again: history reparse. If not, begin a new"
                + " study (--study NEW), or take the old trials out: history withdraw";

    private ChangedProblem() {}

    /**
     * Returns what whoever goes on with a study, or looks at it, has to know; nothing where nothing
     * changed.
     *
     * @param setUp of the study
     * @param records its trials
     * @param problem of today
     * @param evaluation how its trials are run today, as data, see {@link StudyBuilder#evaluation}
     * @throws IllegalArgumentException if the trials cannot be used any more: parameters differ, or
     *     some lie outside of narrower bounds
     */
    public static List<String> notes(
            StudyRecord setUp,
            Records records,
            TuningProblem problem,
            Map<String, Object> evaluation) {
        String study = setUp.study();
        ProblemChange change =
                ProblemChange.between(
                        Secrets.masked(setUp.problem()), described(problem, evaluation));
        if (!change.errors().isEmpty()) {
            throw refused(study, String.join("; ", change.errors()), WAYS_OUT);
        }
        if (!change.narrowed().isEmpty()) {
            requireInside(setUp, records, problem, String.join("; ", change.narrowed()));
        }
        var notes = new ArrayList<String>();
        change.goals().forEach(g -> notes.add(GOAL.formatted(study, g)));
        String measured = records.finished().isEmpty() ? SINCE : MEASUREMENT;
        change.measurements().forEach(m -> notes.add(measured.formatted(study, m)));
        change.narrowed()
                .forEach(n ->
                        notes.add((SINCE + " All its trials lie inside.").formatted(study, n)));
        change.warnings().forEach(w -> notes.add(SINCE.formatted(study, w)));
        return notes;
    }

    /** Returns the problem and how its trials are run, as data without secrets. */
    static Map<String, Object> described(TuningProblem problem, Map<String, Object> evaluation) {
        var description = new LinkedHashMap<>(problem.description());
        if (!evaluation.isEmpty()) {
            description.put("evaluation", evaluation);
            Map<String, Object> counts = problem.countsRead(n -> reads(evaluation, n));
            if (!counts.isEmpty()) {
                description.put(ProblemChange.MACHINE, counts);
            }
        }
        return Secrets.masked(description);
    }

    /**
     * Returns whether trials read a name: <code>{cores}</code> in any text, or {@code cores} in the
     * expressions of ranks and threads.
     */
    private static boolean reads(Map<String, Object> evaluation, String name) {
        String processes = evaluation.get("ranks") + " " + evaluation.get("threads");
        return Pattern.compile("\\{\\s*" + name + "\\s*}").matcher(evaluation.toString()).find()
                || Pattern.compile("\\b" + name + "\\b").matcher(processes).find();
    }

    private static void requireInside(
            StudyRecord setUp, Records records, TuningProblem problem, String narrowed) {
        Predicate<Point> isTask = problem.taskSpace()::holds;
        Predicate<Point> isConfiguration = problem.parameterSpace()::holds;
        var outside = new ArrayList<String>();
        count(outside, "task", setUp.tasks(), isTask);
        count(outside, "given configuration", setUp.initial(), isConfiguration);
        count(
                outside,
                "trial",
                records.trials(),
                t -> isTask.test(t.task()) && isConfiguration.test(t.configuration()));
        if (!outside.isEmpty()) {
            throw refused(
                    setUp.study(),
                    "%s, and outside of that lie %s"
                            .formatted(narrowed, String.join(", ", outside)),
                    "Maybe undo the change, or begin a new study that takes over the trials that"
                            + " fit: --study NEW --reuse "
                            + setUp.study());
        }
    }

    private static <T> void count(
            List<String> outside, String thing, List<T> all, Predicate<T> inside) {
        long count = all.stream().filter(inside.negate()).count();
        if (count > 0) {
            outside.add(
                    "%d of its %d %s%s"
                            .formatted(count, all.size(), thing, all.size() == 1 ? "" : "s"));
        }
    }

    private static IllegalArgumentException refused(String study, String why, String advice) {
        return new IllegalArgumentException(
                "The problem is no longer the one of study '%s': %s. %s"
                        .formatted(study, why, advice));
    }
}
