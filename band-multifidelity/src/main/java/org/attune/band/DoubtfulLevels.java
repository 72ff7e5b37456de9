package org.attune.band;

import org.attune.api.Candidate;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskTrials;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is run where cheap levels may tell nothing of the full run, or the opposite.
 *
 * @param levels of the first objective
 */
record DoubtfulLevels(TuningProblem problem, Ladder ladder, OutputLevels levels) {
    /** Of runs at a level that was flat, to see whether that was chance. */
    private static final Origin AGAIN = new Origin(Origin.Phase.SEARCH, "flat-again");

    /** Of the full run where cheap ones were worst, since the first full one was as bad. */
    private static final Origin OPPOSITE = new Origin(Origin.Phase.SEARCH, "opposite");

    /**
     * Returns whether the first full runs were not what cheap ones had promised, or all cheap
     * levels gave one value each: then the next ones are spread over the space, as if there were no
     * others.
     *
     * @param full runs of the task
     * @param worth of the levels
     */
    boolean isDoubtful(Point task, StudyTrials all, TaskTrials full, List<LevelWorth> worth) {
        return worth.stream().allMatch(LevelWorth::flat)
                || full.measured(levels.output()).size() > 0
                        && levels.correlation(task, worth, all) < OutputLevels.DOUBTFUL;
    }

    /**
     * Returns the second full run where the first one looks as if cheap runs were the opposite of
     * full ones: where the cheapest level was worst. It is as good as any other place if they are
     * not, and far from the first one.
     *
     * @param full runs of the task
     * @param worth of the levels
     */
    Optional<Suggestion> opposite(
            Point task, StudyTrials all, TaskTrials full, List<LevelWorth> worth) {
        if (full.count() != 1 || levels.correlation(task, worth, all) >= -OutputLevels.DOUBTFUL) {
            return Optional.empty();
        }
        List<Trial> cheapest =
                all.of(task).trials().stream().filter(t -> ladder.measured(t) == 0).toList();
        return Standing.bestFirst(problem, cheapest).reversed().stream()
                .map(Trial::configuration)
                .filter(c -> !full.known().contains(c))
                .findFirst()
                .map(c -> new Suggestion(Candidate.of(task, c), OPPOSITE));
    }

    /**
     * Asks a level again whose runs all gave the same whole number, or all failed, which may be
     * chance: each such level after every five full runs, at the best of them that has not been run
     * there.
     *
     * @param trials of the task
     * @param left of the budget, in full runs, one of which is kept
     */
    Optional<Suggestion> again(Point task, double left, List<Trial> trials, StudyTrials all) {
        List<Trial> full = trials.stream().filter(Trial::isFull).toList();
        List<Trial> asked = trials.stream().filter(t -> t.origin().equals(AGAIN)).toList();
        return IntStream.range(0, ladder.top())
                .filter(r -> full.size() >= LevelWorth.FEWEST * (ladder.on(asked, r).size() + 1))
                .filter(r -> Ladder.affords(left, ladder.cost(r)))
                .filter(r -> levels.mayBeFlatByChance(r, all))
                .boxed()
                .flatMap(r ->
                        Standing.bestFirst(problem, full).stream()
                                .map(Trial::configuration)
                                .filter(c -> !ladder.hasRun(trials, c, r))
                                .limit(1)
                                .map(c -> new Candidate(task, c, ladder.rungs().get(r))))
                .findFirst()
                .map(c -> new Suggestion(c, AGAIN));
    }
}
