package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.OneByOne;
import org.attune.bayesopt.tuner.SmallProvider;
import org.attune.bayesopt.tuner.Untried;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * A bandit that gives each trial to one of several search techniques, by what they have found so
 * far; all of them see the results of all. The idea of OpenTuner.
 *
 * <p>A trial's origin says which technique proposed it, and from the origins {@link Credit} is
 * computed anew each time; techniques are computed anew as well ({@link Technique}). The technique
 * with the largest credit proposes; one that has nothing new to propose leaves it to the next.
 * Pending trials count as uses without improvement, so that several proposals at once come from
 * several techniques.
 *
 * <p>Source: J. Ansel, S. Kamil, K. Veeramachaneni, J. Ragan-Kelley, J. Bosboom, U.-M. O'Reilly and
 * S. Amarasinghe, "OpenTuner: an extensible framework for program autotuning", PACT 2014,
 * doi:10.1145/2628071.2628092.
 */
public final class BanditTuner extends OneByOne {
    private static final Option<Integer> INITIAL =
            Option.integer("initial", 6, 1, 10_000, "trials before the techniques begin");
    static final Option<Double> EXPLORATION =
            Option.real("exploration", 0.05, 0, 10, "bonus of techniques that were used little");

    private final List<Technique> techniques = Technique.all();
    private final int initial;
    private final double exploration;

    BanditTuner(TuningRequest request) {
        super(request);
        this.initial = request.settings().get(INITIAL);
        this.exploration = request.settings().get(EXPLORATION);
    }

    @Override
    protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
        if (isBeginning(trials, initial)) {
            return initial(untried);
        }
        Known known = Known.of(problem(), axes(), trials);
        Generator random = generator("bandit", untried.task(), trials.size());
        for (Technique technique : inOrder(known, random)) {
            List<Move> own = known.uses(List.of(technique));
            Optional<Point> wish =
                    technique
                            .wishes(known, own, random)
                            .flatMap(x -> untried.at(x).stream())
                            .findFirst();
            if (wish.isPresent()) {
                return wish.map(p -> new Choice(p, Origin.of(technique.name())));
            }
        }
        return untried.near(known.best(0), random).map(p -> new Choice(p, Origin.of("nearest")));
    }

    /** Returns the techniques, the one with the largest credit first, equals in random order. */
    private List<Technique> inOrder(Known known, Generator random) {
        List<Move> uses = known.uses(techniques);
        int[] order = new int[techniques.size()];
        java.util.Arrays.setAll(order, i -> i);
        random.shuffle(order);
        var shuffled = new ArrayList<Technique>();
        var credits = new HashMap<Technique, Double>();
        for (int i : order) {
            Technique technique = techniques.get(i);
            shuffled.add(technique);
            credits.put(technique, Credit.of(technique.name(), uses, exploration));
        }
        shuffled.sort(Comparator.comparing(credits::get).reversed());
        return shuffled;
    }

    /** Makes bandits; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "bandit",
                    "Bandit over seven search techniques that share their results, as OpenTuner.",
                    List.of(INITIAL, EXPLORATION),
                    BanditTuner::new);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new BanditExhibits());
        }
    }
}
