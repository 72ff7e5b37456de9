package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Problems of more than twenty switches, or choices of five, on which Bayesian optimisation over
 * combinations is compared.
 *
 * <p>Sources: R. Baptista and M. Poloczek, "Bayesian optimization of combinatorial structures",
 * ICML 2018 (contamination, Ising); C. Oh, J. Tomczak, E. Gavves and M. Welling, "Combinatorial
 * Bayesian optimization using the graph Cartesian product", NeurIPS 2019 (pest control, MaxSAT); L.
 * Papenmeier, L. Nardi and M. Poloczek, "Bounce", NeurIPS 2023 (autocorrelation).
 */
final class SwitchProblems {
    private static final int RUNS = 100; // of a simulation
    private static final double BOUND = 0.1; // of a share that is contaminated

    private SwitchProblems() {}

    private static List<Parameter> switches(int count, int values) {
        List<String> names = IntStream.range(0, values).mapToObj(v -> "s" + v).toList();
        return IntStream.range(0, count)
                .mapToObj(i -> (Parameter) Parameter.categorical("b" + i, names))
                .toList();
    }

    private static int[] read(Point p, int count) {
        return IntStream.range(0, count)
                .map(i -> ((String) p.get("b" + i)).charAt(1) - '0')
                .toArray();
    }

    /** Returns a draw from Beta(1, b). */
    private static double beta(double uniform, double b) {
        return 1 - Math.pow(uniform, 1 / b);
    }

    private static double[] betas(Generator random, int count, double b) {
        return Arrays.stream(uniform(random, count)).map(u -> beta(u, b)).toArray();
    }

    private static double[] uniform(Generator random, int count) {
        return IntStream.range(0, count).mapToDouble(i -> random.nextDouble()).toArray();
    }

    /** 25 stages of a food chain, in each of which contamination may be prevented at a cost. */
    static DrawnProblem contamination() {
        int n = 25;
        return CategoryProblems.problem(
                "contamination25",
                switches(n, 2),
                random -> {
                    double[] first = betas(random, RUNS, 30);
                    double[] spread = betas(random, RUNS * n, 17.0 / 3);
                    double[] restored = betas(random, RUNS * n, 3.0 / 7);
                    return p -> {
                        int[] x = read(p, n);
                        double cost = 0;
                        double[] z = first.clone();
                        for (int i = 0; i < n; i++) {
                            int kept = 0;
                            for (int r = 0; r < RUNS; r++) {
                                double rate = spread[r * n + i];
                                double less = restored[r * n + i];
                                z[r] = x[i] == 1 ? (1 - less) * z[r] : rate * (1 - z[r]) + z[r];
                                kept += z[r] < BOUND ? 1 : 0;
                            }
                            cost += 1.01 * x[i] - ((double) kept / RUNS - 0.95);
                        }
                        return cost;
                    };
                });
    }

    /** 25 stages, in each of which one of four pesticides is used, or none. */
    static DrawnProblem pests() {
        int n = 25;
        double[] discount = {0, 0.2, 0.3, 0.3, 0};
        double[] tolerance = {0, 1 / 7.0, 2.5 / 7, 2 / 7.0, 0.5 / 7};
        double[] price = {0, 1, 0.8, 0.7, 0.5};
        return CategoryProblems.problem(
                "pests25",
                switches(n, 5),
                random -> {
                    double[] first = betas(random, RUNS, 30);
                    double[] spread = betas(random, RUNS * n, 17.0 / 3);
                    double[] controlled = uniform(random, RUNS * n);
                    return p -> {
                        int[] x = read(p, n);
                        int[] used = new int[5];
                        Arrays.stream(x).forEach(v -> used[v]++);
                        double[] strength = {0, 2 / 7.0, 3 / 7.0, 3 / 7.0, 5 / 7.0};
                        double[] z = first.clone();
                        double cost = 0;
                        for (int i = 0; i < n; i++) {
                            int v = x[i];
                            int above = 0;
                            for (int r = 0; r < RUNS; r++) {
                                above += z[r] > BOUND ? 1 : 0;
                                double rate = spread[r * n + i];
                                z[r] =
                                        v == 0
                                                ? rate * (1 - z[r]) + z[r]
                                                : (1 - beta(controlled[r * n + i], strength[v]))
                                                        * z[r];
                            }
                            cost += price[v] * (1 - discount[v] / n * used[v]);
                            cost += (double) above / RUNS;
                            strength[v] += tolerance[v] / n;
                        }
                        return cost;
                    };
                });
    }

    /** Minus the weight of the clauses of three literals over 28 variables that hold. */
    static DrawnProblem satisfiability() {
        int n = 28;
        int clauses = 140;
        return CategoryProblems.problem(
                "maxsat28",
                switches(n, 2),
                random -> {
                    int[][] variables = new int[clauses][];
                    int[][] wanted = new int[clauses][];
                    double[] weight = new double[clauses];
                    int[] all = IntStream.range(0, n).toArray();
                    for (int c = 0; c < clauses; c++) {
                        random.shuffle(all);
                        variables[c] = Arrays.copyOf(all, 3);
                        wanted[c] = IntStream.range(0, 3).map(i -> random.nextInt(2)).toArray();
                        weight[c] = 0.2 + random.nextDouble();
                    }
                    return p -> {
                        int[] x = read(p, n);
                        double sum = 0;
                        for (int c = 0; c < clauses; c++) {
                            boolean holds = false;
                            for (int i = 0; i < 3; i++) {
                                holds |= x[variables[c][i]] == wanted[c][i];
                            }
                            sum -= holds ? weight[c] : 0;
                        }
                        return sum;
                    };
                });
    }

    /**
     * Which of the 24 couplings of a 4 × 4 Ising model to keep: the Kullback-Leibler divergence
     * from the whole model, and 0.01 for each that is kept.
     */
    static DrawnProblem ising() {
        int[][] edges = new int[24][];
        int count = 0;
        for (int i = 0; i < 16; i++) {
            if (i % 4 < 3) {
                edges[count++] = new int[] {i, i + 1};
            }
            if (i < 12) {
                edges[count++] = new int[] {i, i + 4};
            }
        }
        return CategoryProblems.problem(
                "ising24",
                switches(edges.length, 2),
                random -> {
                    double[] coupling = new double[edges.length];
                    Arrays.setAll(
                            coupling,
                            e ->
                                    (random.nextInt(2) == 0 ? -1 : 1)
                                            * (0.05 + 1.5 * random.nextDouble()));
                    return new Ising(edges, coupling);
                });
    }

    /** Low autocorrelation of 30 signs: minus the merit factor n²/(2 Σ_k C_k²). */
    static DrawnProblem autocorrelation() {
        int n = 30;
        return CategoryProblems.problem(
                "labs30",
                switches(n, 2),
                random ->
                        p -> {
                            int[] x = read(p, n);
                            double energy = 0;
                            for (int lag = 1; lag < n; lag++) {
                                int sum = 0;
                                for (int i = 0; i + lag < n; i++) {
                                    sum += x[i] == x[i + lag] ? 1 : -1;
                                }
                                energy += (double) sum * sum;
                            }
                            return -n * n / (2 * energy);
                        });
    }

    /** The divergence; what the whole model expects is computed once, over its 2^16 states. */
    private static final class Ising implements ToDoubleFunction<Point> {
        private static final double PRICE = 0.01;

        private final int[][] edges;
        private final double[] coupling;
        private final double[] expected; // product of the spins of each edge
        private final double logSum;

        Ising(int[][] edges, double[] coupling) {
            this.edges = edges;
            this.coupling = coupling;
            this.expected = new double[edges.length];
            this.logSum = logSum(coupling, expected);
        }

        @Override
        public double applyAsDouble(Point p) {
            int[] kept = read(p, edges.length);
            double[] left = new double[edges.length];
            double divergence = 0;
            int count = 0;
            for (int e = 0; e < edges.length; e++) {
                left[e] = kept[e] * coupling[e];
                divergence += (coupling[e] - left[e]) * expected[e];
                count += kept[e];
            }
            return divergence + logSum(left) - logSum + PRICE * count;
        }

        private int product(int state, int edge) {
            int bits = state >> edges[edge][0] ^ state >> edges[edge][1];
            return (bits & 1) == 0 ? 1 : -1;
        }

        private double logSum(double[] couplings, double[] means) {
            double sum = 0;
            for (int state = 0; state < 1 << 16; state++) {
                double energy = 0;
                for (int e = 0; e < couplings.length; e++) {
                    energy += couplings[e] * product(state, e);
                }
                double weight = Math.exp(energy);
                sum += weight;
                for (int e = 0; e < couplings.length; e++) {
                    means[e] += weight * product(state, e);
                }
            }
            for (int e = 0; e < couplings.length; e++) {
                means[e] /= sum;
            }
            return Math.log(sum);
        }

        /** Adds up the rows of four spins, one after the other. */
        private double logSum(double[] couplings) {
            double[] weights = new double[16];
            Arrays.fill(weights, 1);
            for (int row = 0; row < 4; row++) {
                double[] next = new double[16];
                for (int state = 0; state < 16; state++) {
                    double within = Math.exp(within(couplings, row, state));
                    if (row == 0) {
                        next[state] = within;
                        continue;
                    }
                    for (int above = 0; above < 16; above++) {
                        next[state] +=
                                weights[above]
                                        * Math.exp(between(couplings, row, above, state))
                                        * within;
                    }
                }
                weights = next;
            }
            return Math.log(Arrays.stream(weights).sum());
        }

        private double within(double[] couplings, int row, int state) {
            double energy = 0;
            for (int e = 0; e < edges.length; e++) {
                if (edges[e][1] - edges[e][0] == 1 && edges[e][0] / 4 == row) {
                    energy += couplings[e] * product(state << (4 * row), e);
                }
            }
            return energy;
        }

        private double between(double[] couplings, int row, int above, int state) {
            double energy = 0;
            for (int e = 0; e < edges.length; e++) {
                if (edges[e][1] - edges[e][0] == 4 && edges[e][1] / 4 == row) {
                    energy +=
                            couplings[e] * product(state << (4 * row) | above << (4 * row - 4), e);
                }
            }
            return energy;
        }
    }
}
