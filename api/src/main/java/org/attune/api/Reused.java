package org.attune.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** What a trial of ours has in common with its copies in other studies. */
    private record Asked(Candidate candidate, Instant asked) {}

    /** Returns what a trial has in common with its copies: an imported one has a uid for that. */
    private static Object identity(Trial trial) {
        return trial.provenance()
                .source()
                .<Object>map(Source::uid)
                .orElseGet(() -> new Asked(trial.asked(), trial.provenance().asked()));
    }

    /**
     * Copies the trials that a study with these records can use, with the numbers to come.
     *
     * @param cheaper whether runs at less than full fidelity are wanted
     */
    static Reused of(
            List<Trial> others,
            TuningProblem problem,
            StudyRecord setUp,
            Records records,
            boolean cheaper) {
        var taken = new ArrayList<Trial>();
        var leftOut = new LinkedHashMap<String, Integer>();
        Map<Object, Long> known = new HashMap<>(); // numbers by what trials have in common
        records.trials().forEach(t -> known.put(identity(t), t.number()));
        Map<Long, Long> numbers = new HashMap<>(); // here, by those in the other study
        for (Trial t : others) {
            Optional<String> why = misfit(t, problem, setUp, cheaper);
            if (why.isPresent()) {
                leftOut.merge(why.get(), 1, Integer::sum);
                continue;
            }
            long number = records.nextNumber() + taken.size();
            Long there = known.putIfAbsent(identity(t), number);
            numbers.put(t.number(), there == null ? number : there);
            if (there == null) {
                taken.add(
                        new Trial(
                                number,
                                t.candidate(),
                                origin(t),
                                t.outcome(),
                                t.provenance().unseen().renumbered(numbers)));
            }
        }
        return new Reused(taken, leftOut);
    }

    private static Origin origin(Trial trial) {
        return trial.origin().equals(Origin.IMPORTED) ? Origin.IMPORTED : Origin.REUSED;
    }

    private static Optional<String> misfit(
            Trial trial, TuningProblem problem, StudyRecord setUp, boolean cheaper) {
        if (trial.isPending()) {
            return Optional.of("not ended");
        }
        if (!trial.isFull() && !cheaper) {
            return Optional.of("cheaper than a full run");
        }
        if (!isRun(problem, trial.asked().fidelity())) {
            return Optional.of("at a fidelity that is not run");
        }
        if (!setUp.tasks().contains(trial.task())) {
            return Optional.of("of another task");
        }
        if (!problem.parameterSpace().holds(trial.configuration())) {
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

    private static boolean isRun(TuningProblem problem, Fidelity fidelity) {
        try {
            problem.fidelity().ifPresent(f -> f.canonical(fidelity));
            return true;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }
}
