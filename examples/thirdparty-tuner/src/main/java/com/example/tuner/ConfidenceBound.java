package com.example.tuner;

import org.attune.api.*;
import org.attune.bayesopt.acquisition.LowerConfidenceBound;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.*;
import org.attune.bayesopt.surrogate.*;
import org.attune.bayesopt.tuner.*;

import java.util.*;

/** Where a Gaussian process hopes for most: the least mean minus κ deviations. */
public final class ConfidenceBound extends OneByOne {
    private static final Option<Double> KAPPA = Option.real("kappa", 2, 0, 99, "deviations");
    private final double kappa;
    private final SurrogateFitter fitter; // what it keeps saves time only

    ConfidenceBound(TuningRequest request) {
        super(request);
        kappa = request.settings().get(KAPPA);
        var priors = Priors.informative(axes(), true);
        var settings = SurrogateSettings.standard();
        var seed = request.seed().child("surrogate", 0);
        fitter = new SurrogateFitter(LinearAlgebra.best(), axes(), settings, priors, seed);
    }

    @Override
    protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
        if (isBeginning(trials, 8)) {
            return initial(untried);
        }
        List<Trial> good = trials.stream().filter(problem()::isInRange).toList();
        var pending = untried.encode(trials.stream().filter(Trial::isPending).toList());
        var ended = new ArrayList<>(good);
        trials.stream().filter(t -> !t.isPending() && !good.contains(t)).forEach(ended::add);
        double[] y = Arrays.copyOf(losses(good), ended.size()); // a failed run counts as the worst
        Arrays.fill(y, good.size(), y.length, Arrays.stream(losses(good)).max().orElse(0));
        List<double[]> x = untried.encode(ended);
        var region = new Region(problem(), untried.task(), axes());
        var random = generator("bound", untried.task(), trials.size());
        return fitter.fit(new Dataset(x.toArray(double[][]::new), y))
                .flatMap(model -> model.assuming(PendingRule.BELIEVER, pending))
                .map(model -> new LowerConfidenceBound(model, 0, kappa))
                .flatMap(f -> new MixedSearch().maximize(f, region, x, untried::has, random))
                .flatMap(found -> untried.at(found.x()))
                .map(best -> new Choice(best, new Origin(Origin.Phase.MODEL, "bound")));
    }

    /** Named in {@code META-INF/services/org.attune.api.TunerProvider}. */
    public static final class Provider extends SmallProvider {
        public Provider() {
            super(
                    "confidence-bound",
                    "Minimises a confidence bound of a Gaussian process.",
                    List.of(KAPPA),
                    TunerAbilities.USUAL.withOneObjective(),
                    ConfidenceBound::new);
        }
    }
}
