package org.attune.tla;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * {@code TLA_Stacking}, formulas (13) and (14): each source's model is of what its outputs are
 * beside the sum of the models before it, and so is the target's.
 *
 * <pre>
 *   μ(x) = Σ_i μ'_i(x),   σ_i(x) = σ'_i(x)^β σ_{i-1}(x)^{1-β},   β = n_i / (n_i + n_{i-1})
 * </pre>
 *
 * <p>As published, of outputs as they are, the source with most trials first. By default outputs
 * are on the scale on which sources are alike, among sources of one size the likest comes first,
 * and one that orders the target's trials badly is left out.
 */
final class StackingRule implements Combination {
    private static final double LEFT = 0.5; // of the guard, below which a source is left out

    private final boolean published;
    private final Axes axes;
    private final SurrogateSettings settings;
    private final Priors priors;
    private final Map<List<String>, List<Member>> stacks = new HashMap<>();

    StackingRule(boolean published, Axes axes, SurrogateSettings settings, Priors priors) {
        this.published = published;
        this.axes = axes;
        this.priors = priors;
        this.settings =
                published
                        ? settings
                        : new SurrogateSettings(
                                settings.kernel(),
                                List.of(OutputWarp.Shape.IDENTITY),
                                settings.starts(),
                                settings.iterations(),
                                settings.calibrated());
    }

    @Override
    public Optional<Surrogate> of(Target target, Optional<Surrogate> own) {
        List<LearnedSource> order = order(target);
        var members = new ArrayList<>(stack(order, target.output().name()));
        if (members.size() < order.size() || order.isEmpty()) {
            return own;
        }
        Dataset data = target.data();
        OutputWarp warp = warp(target, order);
        double unit = published ? warp.inverse(1) - warp.inverse(0) : 1;
        int before = order.getLast().data().size();
        double[] powers = powers(order);
        double noise = order.getLast().model().noiseVariance();
        if (data.size() > 0) {
            double[] beside = new double[data.size()];
            for (int i = 0; i < beside.length; i++) {
                double y = published ? data.y()[i] : warp.forward(data.y()[i]);
                beside[i] = y - sum(members, data.x()[i]);
            }
            Optional<Surrogate> last =
                    fit(new Dataset(data.x(), beside), target.output().name(), order);
            if (last.isEmpty()) {
                return Optional.empty();
            }
            Member member = Member.inUnits(last.get(), true);
            members.add(member);
            double beta = (double) data.size() / (data.size() + before);
            powers = Arrays.copyOf(powers, members.size());
            for (int k = 0; k < powers.length - 1; k++) {
                powers[k] *= 1 - beta;
            }
            powers[powers.length - 1] = beta;
            noise = last.get().noiseVariance() * Math.pow(member.factor() / unit, 2);
        }
        double[] ones = new double[members.size()];
        Arrays.fill(ones, 1);
        return Optional.of(
                new CombinedSurrogate(members, ones, powers, 1 / unit, 0, warp, data, noise));
    }

    private List<LearnedSource> order(Target target) {
        double[] weights = target.weights();
        return IntStream.range(0, weights.length)
                .filter(k -> published || target.guard(k) >= LEFT)
                .boxed()
                .sorted(
                        Comparator.comparingInt(
                                        (Integer k) -> -target.sources().get(k).data().size())
                                .thenComparingDouble(k -> published ? 0 : -weights[k]))
                .map(target.sources()::get)
                .toList();
    }

    private OutputWarp warp(Target target, List<LearnedSource> order) {
        if (!published) {
            double[] equal = new double[order.size()];
            Arrays.fill(equal, 1);
            return CommonScale.of(target.data(), order, equal, OutputWarp.Shape.YEO_JOHNSON);
        }
        double[] y = target.data().size() > 0 ? target.data().y() : order.getFirst().data().y();
        return OutputWarp.fit(OutputWarp.Shape.RAW, y).orElseThrow();
    }

    private static double[] powers(List<LearnedSource> order) {
        double[] powers = new double[order.size()];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            double own = order.get(i).data().size();
            double beta = own / (own + order.get(i - 1).data().size());
            for (int k = 0; k < i; k++) {
                powers[k] *= 1 - beta;
            }
            powers[i] = beta;
        }
        return powers;
    }

    /** Returns the models of sources in this order; fewer where one breaks down. */
    private List<Member> stack(List<LearnedSource> order, String output) {
        var key = new ArrayList<String>(List.of(output));
        order.forEach(s -> key.add(s.record().digest()));
        List<Member> known = stacks.get(key);
        if (known != null) {
            return known;
        }
        var members = new ArrayList<Member>();
        for (LearnedSource source : order) {
            Dataset data = source.data();
            double[] beside = new double[data.size()];
            for (int i = 0; i < beside.length; i++) {
                double y = published ? data.y()[i] : source.standardised(data.y()[i]);
                beside[i] = y - sum(members, data.x()[i]);
            }
            Optional<Surrogate> model = fit(new Dataset(data.x(), beside), output, order);
            if (model.isEmpty()) {
                return members;
            }
            members.add(Member.inUnits(model.get(), false));
        }
        stacks.put(key, List.copyOf(members));
        return members;
    }

    private Optional<Surrogate> fit(Dataset data, String output, List<LearnedSource> sources) {
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes,
                        settings,
                        priors.withAlignment(
                                priors.isAligned() && LearnedSource.someAligned(sources)),
                        new Seed(0).child("stacking " + output, 0))
                .fit(data)
                .map(p -> p);
    }

    private static double sum(List<Member> members, double[] x) {
        double[] out = new double[2];
        double sum = 0;
        for (Member m : members) {
            m.predict(x, out);
            sum += out[0];
        }
        return sum;
    }
}
