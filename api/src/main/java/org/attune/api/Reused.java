package org.attune.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What came of the trials of another study.
 *
 * @param taken the copies
 * @param leftOut how many were left out, by why; not those that the study had already
 */
public record Reused(List<Trial> taken, Map<String, Integer> leftOut) {
    /** Copies the collections. */
    public Reused {
        taken = List.copyOf(taken);
        leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
    }

    /** What a trial has in common with its copies in other studies. */
    private record Source(Candidate candidate, Instant asked) {
        static Source of(Trial trial) {
            return new Source(trial.candidate(), trial.provenance().asked());
        }
    }

    /** Copies the trials that a study with these records can use, with the numbers to come. */
    static Reused of(
            List<Trial> others, TuningProblem problem, StudyRecord setUp, Records records) {
        var taken = new ArrayList<Trial>();
        var leftOut = new LinkedHashMap<String, Integer>();
        Set<Source> known = new HashSet<>();
        records.trials().forEach(t -> known.add(Source.of(t)));
        for (Trial t : others) {
            Optional<String> why = misfit(t, problem, setUp);
            if (why.isPresent()) {
                leftOut.merge(why.get(), 1, Integer::sum);
            } else if (known.add(Source.of(t))) {
                long number = records.nextNumber() + taken.size();
                taken.add(
                        new Trial(
                                number, t.candidate(), Origin.REUSED, t.outcome(), t.provenance()));
            }
        }
        return new Reused(taken, leftOut);
    }

    private static Optional<String> misfit(Trial trial, TuningProblem problem, StudyRecord setUp) {
        if (trial.isPending()) {
            return Optional.of("not ended");
        }
        if (!setUp.tasks().contains(trial.task())) {
            return Optional.of("of another task");
        }
        if (!ChangedProblem.holds(problem.parameterSpace(), trial.configuration())) {
            return Optional.of("outside of the parameter space");
        }
        if (!problem.admits(trial.candidate())) {
            return Optional.of("against a constraint");
        }
        return trial.outcome() instanceof Outcome.Measured m
                        && !m.missing(problem.measuredOutputs()).isEmpty()
                ? Optional.of("without an output")
                : Optional.empty();
    }
}
