package org.attune.api;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What decides, with the records, which trials a study has next.
 *
 * @param tuner sees what its provider declares
 * @param least what the cheapest trial costs that the tuner can propose, in full runs
 * @param leftOut tasks that get no trials now
 */
record Conditions(
        TuningProblem problem, StudyRecord setUp, Tuner tuner, double least, Set<Point> leftOut) {
    static Conditions of(
            TuningProblem problem,
            StudyRecord setUp,
            TunerProvider provider,
            TuningRequest request,
            Set<Point> leftOut) {
        Tuner created = created(provider, request);
        var view = new TunerView(problem, provider);
        return new Conditions(
                problem,
                setUp,
                (records, demand) -> {
                    try {
                        return created.propose(view.of(records), demand);
                    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
                        if (isNothingAdmissible(e, problem, demand)) {
                            throw e;
                        }
                        throw TunerException.of(provider, e);
                    }
                },
                Budget.least(problem, provider),
                leftOut);
    }

    /**
     * Returns the tuner that a provider makes.
     *
     * @throws IllegalArgumentException if it refuses the request
     * @throws TunerException if it fails
     */
    static Tuner created(TunerProvider provider, TuningRequest request) {
        Tuner created;
        try {
            created = provider.create(request);
        } catch (IllegalArgumentException refusal) {
            throw refusal;
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            throw TunerException.of(provider, e);
        }
        if (created == null) {
            throw new TunerException(
                    "The provider of tuner '%s' created none.".formatted(provider.name()));
        }
        return created;
    }

    /** Returns whether a tuner has thrown what it should where nothing is left to propose. */
    private static boolean isNothingAdmissible(
            Throwable thrown, TuningProblem problem, Demand demand) {
        return thrown instanceof IllegalStateException
                && demand.tasksInTurn().stream()
                        .map(t -> problem.nothingAdmissible(t).getMessage())
                        .anyMatch(m -> m.equals(thrown.getMessage()));
    }

    /** Returns what the tasks have had, and may have. */
    Budget budget(Records records) {
        return new Budget(setUp, records, least);
    }

    /** Returns which tasks the study's rules have ended. */
    List<Stop> stops(Records records) {
        return Stop.of(problem, setUp, records);
    }

    /** Returns the tasks that may have more trials, without those passed over. */
    List<Point> open(Budget budget, Records records, Set<Point> passed) {
        var closed = new LinkedHashSet<>(passed);
        closed.addAll(leftOut);
        stops(records).forEach(s -> closed.add(s.task()));
        return budget.open(closed);
    }
}
