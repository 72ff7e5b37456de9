package org.attune.band;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Origin;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Optional;

/**
 * What the end of a budget that pays for no full run pays for where runs are resumed: the rest of
 * one.
 */
final class LastPromotion {
    private LastPromotion() {}

    /**
     * Returns the full run of the best configuration at the dearest level with one that was never
     * run in full, where what is missing costs no more than what is left; empty where runs are not
     * resumed.
     *
     * @param left in full runs
     */
    static Optional<Suggestion> of(
            TuningProblem problem, Ladder ladder, Point task, double left, Records records) {
        if (!problem.resumes()) {
            return Optional.empty();
        }
        List<Trial> trials = records.trials(task);
        List<Point> full =
                trials.stream()
                        .filter(t -> t.asked().fidelity().isFull())
                        .map(Trial::configuration)
                        .toList();
        for (int rung = ladder.top() - 1; rung >= 0; rung--) {
            int at = rung;
            List<Trial> here = trials.stream().filter(t -> ladder.measured(t) == at).toList();
            Optional<Suggestion> rest =
                    Standing.bestFirst(problem, here).stream()
                            .map(Trial::configuration)
                            .filter(c -> !full.contains(c))
                            .findFirst()
                            .map(c -> Candidate.of(task, c))
                            .filter(c ->
                                    Parent.cost(problem, records, c) <= left + Fidelity.TOLERANCE)
                            .map(c -> new Suggestion(c, new Origin(Origin.Phase.MODEL, "rest")));
            if (rest.isPresent()) {
                return rest;
            }
        }
        return Optional.empty();
    }
}
