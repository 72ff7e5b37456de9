package com.example.tuner;

import org.attune.api.*;
import org.attune.bayesopt.acquisition.LowerConfidenceBound;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.*;
import org.attune.bayesopt.surrogate.*;
import org.attune.bayesopt.tuner.*;

import java.util.*;

/** Where a Gaussian process hopes for most: the smallest mean minus κ deviations. */
public final class ConfidenceBound extends OneByOne {
    private static final Option<Double> KAPPA =
            Option.real("kappa", 2, 0, 100, "deviations to hope for");

    private final double kappa;
    private final SurrogateFitter fitter; // keeps what saves time only

    ConfidenceBound(TuningRequest request) {
        super(request);
        kappa = request.settings().get(KAPPA);
        fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes(),
                        SurrogateSettings.standard(),
                        Priors.informative(axes(), true),
                        request.seed().child("surrogate", 0));
    }

    @Override
    protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
        if (isBeginning(trials, 8)) {
            return initial(untried);
        }
        Objective goal = problem().optimized().getFirst();
        List<Trial> good = trials.stream().filter(problem()::isInRange).toList();
        double[] y =
                good.stream()
                        .mapToDouble(t ->
                                goal.goal().sign() * problem().value(t, goal.name()).orElseThrow())
                        .toArray();
        List<double[]> x = encoded(untried, good);
        List<double[]> pending =
                encoded(untried, trials.stream().filter(Trial::isPending).toList());
        List<Trial> bad = trials.stream().filter(t -> !t.isPending() && !good.contains(t)).toList();
        return fitter.fit(new Dataset(x.toArray(double[][]::new), y))
                .flatMap(model ->
                        model.assuming(PendingRule.BELIEVER, pending, encoded(untried, bad)))
                .flatMap(model ->
                        new MixedSearch()
                                .maximize(
                                        new LowerConfidenceBound(model, 0, kappa),
                                        new Region(problem(), untried.task(), axes()),
                                        x,
                                        u -> untried.at(u).isPresent(),
                                        generator("bound", untried.task(), trials.size())))
                .flatMap(found -> untried.at(found.x()))
                .map(best -> new Choice(best, new Origin(Origin.Phase.MODEL, "bound")));
    }

    private static List<double[]> encoded(Untried untried, List<Trial> trials) {
        return trials.stream().map(t -> untried.encode(t.configuration())).toList();
    }

    /** Named in {@code META-INF/services/org.attune.api.TunerProvider}. */
    public static final class Provider implements TunerProvider {
        @Override
        public String name() {
            return "confidence-bound";
        }

        @Override
        public String summary() {
            return "Minimises a confidence bound of a Gaussian process.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of(KAPPA);
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withOneObjective();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new ConfidenceBound(request);
        }
    }
}
