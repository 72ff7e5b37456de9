package org.attune.baselines;

import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * What the techniques of a bandit share.
 *
 * @param axes of the space
 * @param bestFirst results of all techniques
 * @param moves all trials by number
 */
record Known(Axes axes, List<Result> bestFirst, List<Move> moves) {
    static Known of(TuningProblem problem, Axes axes, List<Trial> trials) {
        List<Result> bestFirst = Result.bestFirst(Result.of(problem, trials));
        var positions = new HashMap<Long, Integer>();
        bestFirst.forEach(r -> positions.put(r.trial().number(), positions.size()));
        var moves = new ArrayList<Move>();
        int best = Integer.MAX_VALUE;
        for (Trial trial : trials) {
            int position = positions.getOrDefault(trial.number(), -1);
            boolean improved = position >= 0 && position < best;
            best = improved ? position : best;
            double[] x = problem.parameterSpace().encode(trial.configuration());
            boolean acceptable = improved && bestFirst.get(position).isAcceptable();
            moves.add(new Move(trial.origin().technique(), x, position, acceptable));
        }
        return new Known(axes, bestFirst, List.copyOf(moves));
    }

    /** Returns the moves of these techniques. */
    List<Move> uses(List<Technique> techniques) {
        List<String> names = techniques.stream().map(Technique::name).toList();
        return moves.stream().filter(m -> names.contains(m.technique())).toList();
    }

    /** Returns the coordinates of the best, or of one that comes after so many others. */
    double[] best(int index) {
        return bestFirst.get(index).x();
    }

    /** Returns the best ones, all where they are fewer. */
    List<Result> front(int count) {
        return bestFirst.subList(0, Math.min(count, bestFirst.size()));
    }
}
