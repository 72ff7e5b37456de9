package org.attune.band;

import org.attune.api.Candidate;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskTrials;

import java.util.List;
import java.util.Optional;

/**
 * What is run where cheap levels may tell nothing of the full run, or the opposite.
 *
 * @param levels of the first objective
 */
record DoubtfulLevels(TuningProblem problem, Ladder ladder, OutputLevels levels) {
    /** Of runs at a level that was flat, to see whether that was chance. */
    private static final Origin AGAIN = new Origin(Origin.Phase.SEARCH, "flat-again");

    /**
     * Returns whether the next full run is one of a design, as if there were no cheap levels: where
     * all full runs of the study are at places that cheap ones promised, which says little of
     * whether these order full ones; where the first full runs were not what had been promised; or
     * where all cheap levels gave one value each.
     *
     * @param full runs of the task
     * @param worth of the levels
     */
    boolean isDoubtful(
            Point task, Records records, StudyTrials all, TaskTrials full, List<LevelWorth> worth) {
        return full.count() > 0 && isWithoutContrast(records)
                || worth.stream().allMatch(LevelWorth::flat)
                || full.measured(levels.output()).size() > 0
                        && levels.correlation(task, worth, all) < OutputLevels.DOUBTFUL;
    }

    private static boolean isWithoutContrast(Records records) {
        return records.trials().stream()
                .filter(Trial::isFull)
                .allMatch(t -> t.origin().phase() == Origin.Phase.MODEL);
    }

    /**
     * Asks a level again whose runs all gave the same whole number, or all failed, which may be
     * chance: after every five full runs, at the best of them that has not been run there.
     *
     * @param trials of the task
     * @param left of the budget, in full runs, one of which is kept
     */
    Optional<Suggestion> again(Point task, double left, List<Trial> trials, StudyTrials all) {
        List<Trial> full = trials.stream().filter(Trial::isFull).toList();
        long asked = trials.stream().filter(t -> t.origin().equals(AGAIN)).count();
        if (full.size() < LevelWorth.FEWEST * (asked + 1)) {
            return Optional.empty();
        }
        for (int rung = 0; rung < ladder.top(); rung++) {
            if (levels.mayBeFlatByChance(rung, all) && Ladder.affords(left, ladder.cost(rung))) {
                int asks = rung;
                return Standing.bestFirst(problem, full).stream()
                        .map(Trial::configuration)
                        .filter(c -> !ladder.hasRun(trials, c, asks))
                        .findFirst()
                        .map(c -> new Candidate(task, c, ladder.rungs().get(asks)))
                        .map(c -> new Suggestion(c, AGAIN));
            }
        }
        return Optional.empty();
    }
}
