package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.OneByOne;
import org.attune.bayesopt.tuner.ParzenRatio;
import org.attune.bayesopt.tuner.SmallProvider;
import org.attune.bayesopt.tuner.Untried;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The multivariate tree-structured Parzen estimator (TPE).
 *
 * <p>Of the trials so far the best {@code ⌈share n⌉}, at most 25, are called good; a density l is
 * estimated from them and another one, g, from the rest, to which failed and pending trials belong.
 * Candidates are drawn from l, and the one with the largest l/g is proposed: where g is the density
 * of what is not good, that ratio grows with the expected improvement over the worst good value.
 *
 * <p>It starts with points of a scrambled Sobol sequence. With several objectives trials are good
 * by their front, then by how little they are crowded.
 *
 * <p>Sources: see {@link org.attune.bayesopt.tuner.ParzenEstimator}; J. Bergstra, D. Yamins and D.
 * Cox, "Making a science of model search", ICML 2013.
 */
public final class ParzenTuner extends OneByOne {
    private static final Option<Integer> INITIAL =
            Option.integer("initial", 10, 1, 10_000, "trials before the estimate is used");
    private static final Option<Double> GOOD =
            Option.real("good", 0.1, 0.01, 0.9, "share of the trials that counts as good");
    private static final Option<Integer> CANDIDATES =
            Option.integer("candidates", 24, 1, 10_000, "drawn for each proposal");

    private static final int MOST_GOOD = 25;

    private final int initial;
    private final double good;
    private final int candidates;

    ParzenTuner(TuningRequest request) {
        super(request);
        this.initial = request.settings().get(INITIAL);
        this.good = request.settings().get(GOOD);
        this.candidates = request.settings().get(CANDIDATES);
    }

    @Override
    protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
        if (isBeginning(trials, initial)) {
            return initial(untried);
        }
        List<Result> ended = Result.of(problem(), trials);
        Generator random = generator("tpe", untried.task(), trials.size());
        return estimated(untried, trials, ended, random);
    }

    private Optional<Choice> estimated(
            Untried untried, List<Trial> trials, List<Result> ended, Generator random) {
        int count = (int) Math.min(Math.ceil(good * ended.size()), MOST_GOOD);
        var best = new HashSet<Long>();
        Result.bestFirst(ended).subList(0, count).forEach(r -> best.add(r.trial().number()));
        var goodOnes = new ArrayList<Point>();
        var others = new ArrayList<Point>();
        for (Trial trial : trials) {
            (best.contains(trial.number()) ? goodOnes : others).add(trial.configuration());
        }
        long start = System.nanoTime();
        var ratio = new ParzenRatio(problem(), axes(), goodOnes, others);
        double modelSeconds = Choice.secondsSince(start);
        return ratio.next(untried, candidates, random)
                .map(p ->
                        new Choice(p, new Origin(Origin.Phase.MODEL, "tpe"))
                                .withModelSeconds(modelSeconds));
    }

    /** Makes tree-structured Parzen estimators; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "tpe",
                    "Tree-structured Parzen estimator, multivariate: densities of good and bad"
                            + " trials.",
                    List.of(INITIAL, GOOD, CANDIDATES),
                    ParzenTuner::new);
        }
    }
}
