package org.attune.band;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Objective;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.search.Region;

import java.util.Map;

/**
 * At which rung a configuration of {@code mf} is run: where a run tells most of the full one for
 * its cost, unless a full run is due.
 *
 * @param region of the task
 * @param left of the budget of the task, in full runs
 * @param records of the study
 * @param trials of the task, at all rungs
 * @param success how probable it is that a run does not fail
 */
record RungChoice(
        TuningProblem problem,
        Ladder ladder,
        FidelityOptions options,
        Region region,
        double left,
        Records records,
        TaskTrials trials,
        Success success) {

    /** The probability that a run at a rung does not fail, at canonical coordinates. */
    @FunctionalInterface
    interface Success {
        /** Returns the probability. */
        double of(int rung, double[] x);
    }

    /**
     * Returns the rung. A configuration of which no model expects anything is run in full only
     * where no cheap level counts.
     *
     * @param chosen the models of the outputs by which it is proposed
     */
    int of(Suggestion suggestion, Map<Objective, OutputLevels.Chosen> chosen) {
        if (ladder.size() == 1 || spent() >= options.cheapSpend() - Fidelity.TOLERANCE) {
            return ladder.top();
        }
        Point configuration = suggestion.candidate().configuration();
        double[] x = region.encode(configuration);
        int best = ladder.top();
        double most =
                suggestion.origin().isBlind()
                        ? 0
                        : worth(best, cost(configuration, best), x, chosen);
        for (int rung = ladder.top() - 1; rung >= 0; rung--) {
            double cost = cost(configuration, rung);
            double worth = worth(rung, cost, x, chosen);
            if (worth > most
                    && Ladder.affords(left, cost)
                    && !ladder.hasRun(trials.trials(), configuration, rung)) {
                worth *= success.of(rung, x);
                best = worth > most ? rung : best;
                most = Math.max(worth, most);
            }
        }
        return best;
    }

    /** Returns what a run on a rung costs, in full runs. */
    private double cost(Point configuration, int rung) {
        return Parent.cost(
                problem,
                records,
                new Candidate(region.task(), configuration, ladder.rungs().get(rung)));
    }

    /** Returns what cheap runs have cost since the last full one, in full runs. */
    private double spent() {
        double spent = 0;
        for (Trial trial : trials.trials()) {
            spent = trial.isFull() ? 0 : spent + trial.cost();
        }
        return spent;
    }

    /** Returns the information for its cost that a run has of the optimised outputs. */
    private double worth(
            int rung, double cost, double[] x, Map<Objective, OutputLevels.Chosen> chosen) {
        double information = 0;
        for (Objective output : problem.optimized()) {
            OutputLevels.Chosen c = chosen.get(output);
            if (c != null && c.joint().isPresent()) {
                information +=
                        LevelChoice.information(
                                c.levels().orElseThrow(), c.joint().get(), region.task(), rung, x);
            }
        }
        return information / Math.pow(cost, options.costPower());
    }
}
