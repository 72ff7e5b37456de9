package org.attune.studies;

import org.attune.api.FailureCause;
import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Penalties;
import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How many trials of a source can be learned from, and what is wrong with the others. */
final class UsableTrials {
    private UsableTrials() {}

    /**
     * Returns what to say of a source; empty where all of its trials can be used, or it has none.
     */
    static Optional<String> note(SourceRecord source, TuningProblem problem) {
        Set<Trial> within = new HashSet<>(source.trialsWithin(problem.parameterSpace()));
        var others = new LinkedHashMap<String, Integer>();
        Set<Long> penalties = Penalties.of(problem, source.trials()).in(source.trials()).keySet();
        int failures = 0;
        for (Trial t : source.trials()) {
            boolean inside = within.contains(t);
            boolean penalised = penalties.contains(t.number());
            what(t, inside, problem)
                    .or(() -> penalised ? Optional.of("with a penalty") : Optional.empty())
                    .ifPresent(w -> others.merge(w, 1, Integer::sum));
            failures += inside && (penalised || isInformative(t)) ? 1 : 0;
        }
        int all = source.trials().size();
        int usable = all - others.values().stream().mapToInt(Integer::intValue).sum();
        if (usable == all) {
            return Optional.empty();
        }
        return Optional.of(
                usable > 0
                        ? "Source '%s': %d of its %s can be used; %s."
                                .formatted(
                                        source.name(),
                                        usable,
                                        Format.count(all, "trial"),
                                        Format.counts(others))
                        : unmeasured(source.name(), all, others, failures));
    }

    private static String unmeasured(
            String name, int all, Map<String, Integer> others, int failures) {
        return "Source '%s': none of its %s can be used as a measurement (%s). %s"
                .formatted(
                        name,
                        Format.count(all, "trial"),
                        Format.counts(others),
                        failures > 0
                                ? "It only says where runs fail, beside sources that have"
                                        + " measurements."
                                : "It says nothing: maybe leave it out.");
    }

    private static boolean isInformative(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f && f.cause().isInformative();
    }

    /** Returns why a trial is no measurement that a model can be fitted to; empty where it is. */
    private static Optional<String> what(Trial trial, boolean inside, TuningProblem problem) {
        if (!inside) {
            return Optional.of("outside of the problem's ranges");
        }
        if (trial.outcome() instanceof Outcome.Failed f) {
            return Optional.of(
                    !f.cause().isInformative()
                            ? "not run to an end"
                            : f.cause() == FailureCause.UNREADABLE_OUTPUT
                                    ? "without a finite output"
                                    : "failed");
        }
        if (!trial.isFull()) {
            return Optional.of("of cheaper runs");
        }
        boolean finite =
                problem.optimized().stream()
                        .allMatch(o ->
                                Double.isFinite(problem.value(trial, o.name()).orElse(Double.NaN)));
        return finite ? Optional.empty() : Optional.of("without a finite output");
    }

    /** Returns what to say of several sources. */
    static List<String> notes(List<SourceRecord> sources, TuningProblem problem) {
        return sources.stream().flatMap(s -> note(s, problem).stream()).toList();
    }
}
