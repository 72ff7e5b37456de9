package org.attune.band;

import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.ParzenRatio;
import org.attune.bayesopt.tuner.Untried;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Draws by a Parzen estimate of the trials at the dearest fidelity of which there are enough, as
 * BOHB does; a share of the draws fills the space.
 *
 * <p>Source: S. Falkner, A. Klein and F. Hutter, "BOHB: robust and efficient hyperparameter
 * optimization at scale", ICML 2018.
 */
final class ParzenSampler implements Sampler {
    private static final int CANDIDATES = 24;
    private static final int MOST_GOOD = 25;

    private final TuningRequest request;
    private final Ladder ladder;
    private final Axes axes;
    private final Sampler otherwise;
    private final double good;
    private final double fill;

    /**
     * Prepares.
     *
     * @param otherwise what fills the space
     * @param good share of the trials at a fidelity that counts as good
     * @param fill share of the draws that fill the space
     */
    ParzenSampler(
            TuningRequest request,
            Ladder ladder,
            Axes axes,
            Sampler otherwise,
            double good,
            double fill) {
        this.request = request;
        this.ladder = ladder;
        this.axes = axes;
        this.otherwise = otherwise;
        this.good = good;
        this.fill = fill;
    }

    /** Returns how many measured trials at one fidelity are enough. */
    private int enough() {
        return Math.max(axes.dimension() + 3, 6);
    }

    @Override
    public Optional<Choice> next(Untried untried, Records records, int rung) {
        List<Trial> trials = records.trials(untried.task());
        Generator random = request.seed().generator("parzen " + untried.task(), trials.size());
        TuningProblem problem = request.problem();
        boolean fills = random.nextDouble() < fill;
        for (int r = ladder.top(); r >= 0 && !fills; r--) {
            List<Trial> here = ladder.on(trials, r);
            List<Trial> best = Standing.bestFirst(problem, here);
            if (best.size() >= enough()) {
                int count = (int) Math.min(Math.ceil(good * best.size()), MOST_GOOD);
                var wanted = new HashSet<>(best.subList(0, Math.max(count, 2)));
                long start = System.nanoTime();
                var ratio =
                        new ParzenRatio(
                                problem,
                                axes,
                                configurations(here.stream().filter(wanted::contains).toList()),
                                configurations(
                                        here.stream().filter(t -> !wanted.contains(t)).toList()));
                double modelSeconds = Choice.secondsSince(start);
                return ratio.next(untried, CANDIDATES, random)
                        .map(p ->
                                new Choice(p, new Origin(Origin.Phase.MODEL, "tpe"))
                                        .withModelSeconds(modelSeconds));
            }
        }
        return otherwise.next(untried, records, rung);
    }

    private static List<Point> configurations(List<Trial> trials) {
        return trials.stream().map(Trial::configuration).toList();
    }
}
