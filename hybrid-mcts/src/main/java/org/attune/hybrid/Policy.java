package org.attune.hybrid;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.hybrid.Node.Entry;
import org.attune.hybrid.Node.Statistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a branch of a node is chosen.
 *
 * <p>N is the number of visits of the root, n that of the branch, r̄ the mean of its rewards, or
 * the largest one, and c a weight, 1 as published. With {@link #UCTS} and {@link #UCTS_VAR} a
 * branch that has never been taken comes first.
 *
 * <p>Sources: H. Luo, Y. Cho, J. W. Demmel, I. Kozachenko, X. S. Li and Y. Liu, "Hybrid models for
 * mixed variables in Bayesian optimization", arXiv:2206.01409 (UCTS, UCTS with variance, EXP3,
 * Bayesian); L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; P. Auer,
 * N. Cesa-Bianchi, Y. Freund and R. E. Schapire, "The nonstochastic multiarmed bandit problem",
 * SIAM J. Comput. 32 (2002); W. R. Thompson, Biometrika 25 (1933).
 */
enum Policy {
    /** Largest r̄ + c √(2 ln(N + 1) / n). */
    UCTS {
        @Override
        double bonus(Statistic s, int visits, Generator random) {
            return Math.sqrt(2 * Math.log(visits + 1.0) / s.visits());
        }
    },

    /** Largest r̄ + c √(2 ln(N + 1) v), v the variance of the rewards. */
    UCTS_VAR {
        @Override
        double bonus(Statistic s, int visits, Generator random) {
            return Math.sqrt(2 * Math.log(visits + 1.0) * s.variance());
        }
    },

    /**
     * A draw by p = (1 - γ) w / Σw + γ/K of K branches; a reward r multiplies the weight w of its
     * branch with exp(γ r / (p K)).
     */
    EXP3 {
        @Override
        double[] probabilities(Choice choice, Generator random) {
            int k = choice.branches.size();
            double[] logs = new double[k];
            for (Entry e : choice.entries()) {
                int i = choice.branches.indexOf(e.branch());
                double p = mixed(softmax(logs), k)[i];
                logs[i] += choice.weight(e) * GAMMA * e.reward() / p / k;
            }
            return mixed(softmax(logs), k);
        }
    },

    /**
     * A draw by a draw of Dirichlet(α/Σα): at each visit, the α of the branch whose mean was best
     * by then, 1 at first, grows by 1/(N + 1).
     */
    MULTINOMIAL {
        @Override
        double[] probabilities(Choice choice, Generator random) {
            int k = choice.branches.size();
            double[] alpha = new double[k];
            double[] sum = new double[k];
            double[] count = new double[k];
            Arrays.fill(alpha, 1);
            for (Entry e : choice.entries()) {
                int i = choice.branches.indexOf(e.branch());
                double w = choice.weight(e);
                sum[i] += w * e.reward();
                count[i] += w;
                int best = i;
                for (int j = 0; j < k; j++) {
                    best = sum[j] / (count[j] + 1) > sum[best] / (count[best] + 1) ? j : best;
                }
                alpha[best] += w / (choice.visits + 1.0);
            }
            double total = Arrays.stream(alpha).sum();
            double[] drawn = new double[k];
            for (int i = 0; i < k; i++) {
                drawn[i] = gamma(alpha[i] / total, random);
            }
            double all = Arrays.stream(drawn).sum();
            if (!(all > 0)) { // all have underflowed
                Arrays.fill(drawn, 1.0 / k);
                return drawn;
            }
            return Arrays.stream(drawn).map(g -> g / all).toArray();
        }
    },

    /**
     * Largest draw from N(r̄, c² v/(n + 1)), v the variance 1/12 of all rewards; r̄ is 1/2 for a
     * branch that has never been taken.
     */
    THOMPSON {
        @Override
        double bonus(Statistic s, int visits, Generator random) {
            return Math.sqrt(1 / (12 * (s.visits() + 1))) * random.nextGaussian();
        }
    };

    private static final double GAMMA = 0.2; // of EXP3
    private static final double OTHER_TASK = 0.25; // of a visit, to policies that replay visits

    /** What is chosen from. */
    static final class Choice {
        private final Node node;
        private final List<Integer> branches;
        private final Point task;
        private final int visits;
        private final double weight;
        private final boolean best;

        /**
         * Describes a choice.
         *
         * @param node where it is made
         * @param branches that are allowed, at least one
         * @param task for which
         * @param visits of the root
         * @param weight c
         * @param best whether the largest reward of a branch counts and not the mean
         */
        Choice(
                Node node,
                List<Integer> branches,
                Point task,
                int visits,
                double weight,
                boolean best) {
            this.node = node;
            this.branches = List.copyOf(branches);
            this.task = task;
            this.visits = visits;
            this.weight = weight;
            this.best = best;
        }

        private double value(Statistic s) {
            return best ? s.best() : s.mean();
        }

        Statistic statistic(int branch) {
            return node.child(branch).map(c -> c.statistic(task)).orElse(Statistic.NONE);
        }

        /** Returns the visits with a reward of branches that are allowed. */
        private List<Entry> entries() {
            return node.entries().stream()
                    .filter(e -> branches.contains(e.branch()) && !Double.isNaN(e.reward()))
                    .toList();
        }

        private double weight(Entry e) {
            return e.task().equals(task) ? 1 : OTHER_TASK;
        }
    }

    /** Returns what is added to the mean of a branch; policies that draw a branch have none. */
    double bonus(Statistic s, int visits, Generator random) {
        throw new UnsupportedOperationException(name());
    }

    /** Returns the probabilities of the branches; certainty for the largest index. */
    double[] probabilities(Choice choice, Generator random) {
        List<Integer> largest = new ArrayList<>();
        double best = Double.NEGATIVE_INFINITY;
        Map<Integer, Double> indices = new HashMap<>();
        for (int i = 0; i < choice.branches.size(); i++) {
            Statistic s = choice.statistic(choice.branches.get(i));
            double value =
                    s.visits() == 0 && this != THOMPSON
                            ? Double.POSITIVE_INFINITY
                            : choice.value(s) + choice.weight * bonus(s, choice.visits, random);
            indices.put(i, value);
            best = Math.max(best, value);
        }
        for (int i = 0; i < choice.branches.size(); i++) {
            if (indices.get(i) == best) {
                largest.add(i);
            }
        }
        double[] p = new double[choice.branches.size()];
        largest.forEach(i -> p[i] = 1.0 / largest.size());
        return p;
    }

    /** Returns the branch that is taken. */
    int choose(Choice choice, Generator random) {
        double[] p = probabilities(choice, random);
        double left = random.nextDouble();
        for (int i = 0; i < p.length; i++) {
            left -= p[i];
            if (left < 0) {
                return choice.branches.get(i);
            }
        }
        int last = p.length - 1;
        while (last > 0 && p[last] == 0) { // what rounding has left over
            last--;
        }
        return choice.branches.get(last);
    }

    private static double[] softmax(double[] logs) {
        double top = Arrays.stream(logs).max().orElse(0);
        double[] w = Arrays.stream(logs).map(v -> Math.exp(v - top)).toArray();
        double sum = Arrays.stream(w).sum();
        return Arrays.stream(w).map(v -> v / sum).toArray();
    }

    private static double[] mixed(double[] p, int k) {
        return Arrays.stream(p).map(v -> (1 - GAMMA) * v + GAMMA / k).toArray();
    }

    /**
     * Returns a draw from a gamma distribution of scale 1 (G. Marsaglia and W. W. Tsang, ACM TOMS
     * 26, 2000; below shape 1 by the draw of shape + 1 times u^(1/shape)).
     */
    static double gamma(double shape, Generator random) {
        if (shape < 1) {
            double u = random.nextDouble();
            return gamma(shape + 1, random) * Math.pow(u, 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            if (v > 0) {
                v = v * v * v;
                double u = 1 - random.nextDouble();
                if (Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
                    return d * v;
                }
            }
        }
    }
}
