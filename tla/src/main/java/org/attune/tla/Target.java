package org.attune.tla;

import org.attune.api.Objective;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One output of a task that is tuned, and what sources say of it. */
final class Target {
    private static final double FAITH = 2; // trials, as many as what is believed before counts
    private static final double RIGHT = Math.log(0.8 / 0.5); // a pair in the right order
    private static final double WRONG = Math.log(0.2 / 0.5);
    private static final double NONE = 0.05; // weights below count as none
    static final int MOST = 8; // sources that count

    private final Objective output;
    private final Dataset data;
    private final List<LearnedSource> sources;
    private final SourcePrior prior;
    private final double[][] reference;
    private final double[] weights;
    private final Optional<Likeness> likeness;

    /**
     * Looks at the sources.
     *
     * @param data what was measured of the target
     * @param sources at least one
     * @param prior of them
     * @param reference coordinates of the configurations on which their scale is made
     * @param seed of this output's randomness
     */
    Target(
            Objective output,
            Dataset data,
            List<LearnedSource> sources,
            SourcePrior prior,
            double[][] reference,
            Seed seed) {
        this.output = output;
        this.data = data;
        this.sources = List.copyOf(sources);
        this.prior = prior;
        this.reference = reference;
        int n = data.size();
        this.likeness =
                n < 2
                        ? Optional.empty()
                        : Optional.of(new Likeness(data, sources, seed.generator("likeness", n)));
        this.weights = prior.weights();
        if (likeness.isPresent()) {
            double[] shares = likeness.get().shares();
            double faith = FAITH / (FAITH + n - 1);
            Arrays.setAll(weights, k -> faith * weights[k] + (1 - faith) * shares[k]);
        }
        trim();
    }

    /** Drops what hardly counts, so that predictions of many sources cost as those of few. */
    private void trim() {
        double least = NONE * Arrays.stream(weights).max().orElseThrow();
        double[] left = new double[weights.length];
        for (int k : heaviest(weights, MOST)) {
            left[k] = weights[k] < least ? 0 : weights[k];
        }
        double sum = Arrays.stream(left).sum();
        Arrays.setAll(weights, k -> left[k] / sum);
    }

    /**
     * Returns which sources weigh the most, in their order. Of some that weigh the same these are
     * the ones of more trials, and of as many trials some that are spread over the list, whose
     * neighbours are often alike.
     */
    int[] heaviest(double[] weight, int most) {
        Comparator<Integer> before =
                Comparator.comparingDouble((Integer k) -> -weight[k])
                        .thenComparingInt(k -> -sources.get(k).data().size());
        List<Integer> all = IntStream.range(0, weight.length).boxed().sorted(before).toList();
        if (all.size() <= most) {
            return IntStream.range(0, weight.length).toArray();
        }
        int last = all.get(most - 1);
        List<Integer> same = all.stream().filter(k -> before.compare(k, last) == 0).toList();
        List<Integer> sure = all.stream().filter(k -> before.compare(k, last) < 0).toList();
        IntStream some =
                Arrays.stream(LearningSchedule.spread(same.size(), most - sure.size()))
                        .map(same::get);
        return IntStream.concat(sure.stream().mapToInt(k -> k), some).sorted().toArray();
    }

    Objective output() {
        return output;
    }

    Dataset data() {
        return data;
    }

    List<LearnedSource> sources() {
        return sources;
    }

    /** Returns coordinates of configurations all over the space. */
    double[][] reference() {
        return reference;
    }

    /** Returns the expected share of the variance that sources do not explain. */
    double variance() {
        return prior.variance();
    }

    /** Returns what each source weighs before the first trial, 1 in all. */
    double[] believed() {
        return prior.weights();
    }

    /** Returns the weight of each source, 1 in all. */
    double[] weights() {
        return weights.clone();
    }

    /** Returns how well each source puts the target's trials in order; empty before there are 2. */
    Optional<Likeness> likeness() {
        return likeness;
    }

    /** Returns log odds that the weighted sources say something of the target. */
    double odds() {
        return odds(weights);
    }

    /** Returns the weight, from 0 to 1, that the order of the target's trials leaves a source. */
    double guard(int source) {
        double[] alone = new double[sources.size()];
        alone[source] = 1;
        double left = 1 / (1 + Math.exp(-2 * odds(alone)));
        return data.size() < 2 ? 1 : left < NONE ? 0 : left;
    }

    /**
     * Returns log odds of the hypothesis that 4 of 5 pairs of trials are in the order in which the
     * sources put them, and not half of them; n trials count as n - 1 independent pairs.
     */
    private double odds(double[] w) {
        int n = data.size();
        if (n < 2) {
            return prior.odds();
        }
        double[] m = new double[n];
        double[] out = new double[2];
        for (int k = 0; k < w.length; k++) {
            for (int i = 0; i < n && w[k] > 0; i++) {
                sources.get(k).predict(data.x()[i], out);
                m[i] += w[k] * out[0];
            }
        }
        double right = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double same = Math.signum(m[i] - m[j]) * Math.signum(data.y()[i] - data.y()[j]);
                right += (1 + same) / 2; // a half where two are equal: they are in no order
            }
        }
        double share = right / (n * (n - 1) / 2.0);
        return prior.odds() + (n - 1) * (share * RIGHT + (1 - share) * WRONG);
    }

    /**
     * Returns the target's own model on the scale on which sources are alike: by mean and total
     * deviation of what it says of the reference configurations.
     */
    Member own(Surrogate model) {
        double[] out = new double[2];
        double mean = 0;
        double squares = 0;
        for (double[] x : reference) {
            model.predict(x, out);
            mean += out[0] / reference.length;
            squares += (out[0] * out[0] + out[1]) / reference.length;
        }
        double deviation = Math.sqrt(Math.max(squares - mean * mean, 1e-12));
        return new Member(model, mean, 1 / deviation, true);
    }
}
