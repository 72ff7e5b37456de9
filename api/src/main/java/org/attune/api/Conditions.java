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
        Tuner created = provider.create(request);
        if (created == null) {
            throw new IllegalStateException(
                    "The provider of tuner '%s' created none.".formatted(provider.name()));
        }
        var view = new TunerView(problem, provider);
        return new Conditions(
                problem,
                setUp,
                (records, demand) -> created.propose(view.of(records), demand),
                Budget.least(problem, provider),
                leftOut);
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
