package org.attune.bayesopt.regimes;

import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.RadialKernel;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What processes with hyperparameters from a grid say of observations in regimes: nothing is
 * learned by a search, so that many partitions can be compared. A regime takes the lengthscale ℓ
 * and the noise g that make its outputs most likely:
 *
 * <pre>
 *   z ~ N(0, s² A),   A_ij = ρ(d_ij / ℓ√D) + b² + g [i = j],   s² = (zᵀ A⁻¹ z + v²) / (n_k + 1)
 * </pre>
 *
 * <p>with d the distances of {@link JointSamples}, ρ Matérn 5/2, z around the mean of all outputs,
 * b² a level that is not known, and v² what one output beforehand says of s². Which regime is where
 * say those of the others nearby:
 *
 * <pre>
 *   p_ik = (ε / K + Σ_j≠i w_ij [r_j = k]) / (ε + Σ_j≠i w_ij),   w_ij = exp(-d_ij² / 2 h²)
 * </pre>
 */
final class GridProcesses {
    private static final double[] LENGTHS = {0.3, 0.8, 2};
    private static final double[] NOISES = {1e-6, 1e-3, 3e-2};
    private static final double LEVEL = 10; // b²
    private static final double BELIEVED = 0.5; // v², of the mean square of all outputs
    private static final double DOUBT = 0.3; // ε
    private static final double REACH = 1.2; // h, in distances of neighbours on a grid

    private final LinearAlgebra algebra;
    private final double[] z; // around their mean
    private final double believed; // v²
    private final double[][] correlations; // n × n by rows, with the level, for each length
    private final double[] weights; // n × n by rows, 0 on the diagonal
    private final Map<Rows, Optional<Regime>> regimes = new HashMap<>(); // saves time only
    private Node last = new Node(LENGTHS.length / 2, NOISES.length / 2);

    /** Observations of a regime. */
    private record Rows(int[] rows) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Rows r && Arrays.equals(rows, r.rows);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(rows);
        }
    }

    /**
     * The process of a regime.
     *
     * @param rows its m observations
     * @param inverse A⁻¹, m × m by rows
     * @param slope A⁻¹ z
     * @param scale s²
     */
    private record Regime(
            int[] rows,
            double[] correlation,
            double noise,
            double[] inverse,
            double[] slope,
            double scale) {}

    /** Prepares the processes of n observations. */
    GridProcesses(LinearAlgebra algebra, RegimeData data) {
        this.algebra = algebra;
        double mean = Arrays.stream(data.z()).average().orElse(0);
        this.z = Arrays.stream(data.z()).map(v -> v - mean).toArray();
        int n = z.length;
        double square = Arrays.stream(z).map(v -> v * v).sum() / n;
        this.believed = square > 0 ? BELIEVED * square : 1;
        double[][] places = new double[n][];
        Arrays.setAll(places, i -> JointSamples.place(data.axes(), data.data().x()[i]));
        int dimension = data.axes().dimension();
        double reach = REACH * Math.pow(n, -1.0 / dimension);
        this.correlations = new double[LENGTHS.length][n * n];
        this.weights = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double d2 = Vectors.squaredDistance(places[i], places[j]);
                for (int l = 0; l < LENGTHS.length; l++) {
                    double r2 = d2 / (LENGTHS[l] * LENGTHS[l] * dimension);
                    correlations[l][i * n + j] = RadialKernel.MATERN52.value(r2) + LEVEL;
                }
                weights[i * n + j] = i == j ? 0 : Math.exp(-0.5 * d2 / (reach * reach));
            }
        }
    }

    /**
     * Returns the log density of each observation in each regime, together with its being there, as
     * the others say: n rows of K.
     *
     * @param partition of the n observations
     * @return empty where a covariance is not positive definite
     */
    Optional<double[][]> logTerms(Partition partition) {
        int n = z.length;
        double[][] terms = logShares(partition);
        for (int k = 0; k < partition.regimes(); k++) {
            Optional<Regime> regime =
                    regimes.computeIfAbsent(new Rows(partition.rows(k)), r -> fit(r.rows()));
            if (regime.isEmpty()) {
                return Optional.empty();
            }
            int at = 0; // of the regime's rows, which ascend
            int[] rows = regime.get().rows();
            for (int i = 0; i < n; i++) {
                boolean own = at < rows.length && rows[at] == i;
                terms[i][k] += own ? leftOut(regime.get(), at++) : predicted(regime.get(), i);
            }
        }
        return Optional.of(terms);
    }

    private double[][] logShares(Partition partition) {
        int n = z.length;
        int count = partition.regimes();
        double[][] shares = new double[n][count];
        for (int i = 0; i < n; i++) {
            double all = DOUBT;
            Arrays.fill(shares[i], DOUBT / count);
            for (int j = 0; j < n; j++) {
                shares[i][partition.regime(j)] += weights[i * n + j];
                all += weights[i * n + j];
            }
            for (int k = 0; k < count; k++) {
                shares[i][k] = Math.log(shares[i][k] / all);
            }
        }
        return shares;
    }

    /** A length and a noise of the grid, by their numbers. */
    private record Node(int length, int noise) {
        /** Returns those with the same noise, or with the same length. */
        Stream<Node> line(boolean alongLengths) {
            return alongLengths
                    ? IntStream.range(0, LENGTHS.length).mapToObj(l -> new Node(l, noise))
                    : IntStream.range(0, NOISES.length).mapToObj(g -> new Node(length, g));
        }
    }

    /** What a node makes of the outputs of a regime. */
    private record Likely(Node node, Cholesky factor, double square, double logLikelihood) {}

    /**
     * Returns the best process of a regime: from the node of the last one on the best length for a
     * noise, the best noise for that length, and so on.
     */
    private Optional<Regime> fit(int[] rows) {
        double[] own = Arrays.stream(rows).mapToDouble(i -> z[i]).toArray();
        var tried = new HashSet<Node>();
        Optional<Likely> best = Optional.empty();
        boolean alongLengths = true;
        Node at = last;
        while (true) {
            List<Node> line = at.line(alongLengths).filter(tried::add).toList();
            if (line.isEmpty()) {
                last = at;
                return best.map(l -> regime(rows, own, l));
            }
            best =
                    Stream.concat(
                                    best.stream(),
                                    line.stream().flatMap(n -> likely(rows, own, n).stream()))
                            .reduce((b, l) -> l.logLikelihood() > b.logLikelihood() ? l : b);
            at = best.map(Likely::node).orElse(at);
            alongLengths = !alongLengths;
        }
    }

    private Optional<Likely> likely(int[] rows, double[] own, Node node) {
        int m = rows.length;
        double[] a = covariances(correlations[node.length()], rows, NOISES[node.noise()]);
        return Cholesky.of(algebra, a, m)
                .map(factor -> {
                    double square = believed;
                    for (double v : factor.solveLower(own)) {
                        square += v * v;
                    }
                    double log = -0.5 * ((m + 1) * Math.log(square) + factor.logDeterminant());
                    return new Likely(node, factor, square, log);
                });
    }

    private Regime regime(int[] rows, double[] own, Likely likely) {
        return new Regime(
                rows,
                correlations[likely.node().length()],
                NOISES[likely.node().noise()],
                likely.factor().inverse(),
                likely.factor().solve(own),
                likely.square() / (rows.length + 1));
    }

    private double[] covariances(double[] all, int[] rows, double noise) {
        int m = rows.length;
        double[] a = new double[m * m];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * m + j] = all[rows[i] * z.length + rows[j]] + (i == j ? noise : 0);
            }
        }
        return a;
    }

    private static double leftOut(Regime regime, int row) {
        double precision = regime.inverse()[row * regime.rows().length + row];
        return StandardNormal.logPdf(regime.slope()[row] / precision, regime.scale() / precision);
    }

    private double predicted(Regime regime, int i) {
        int[] rows = regime.rows();
        int m = rows.length;
        double[] k = new double[m];
        double off = z[i];
        double variance = 1 + LEVEL + regime.noise();
        for (int a = 0; a < m; a++) {
            k[a] = regime.correlation()[i * z.length + rows[a]];
            off -= k[a] * regime.slope()[a];
            double sum = 0; // the other half by symmetry
            for (int b = 0; b < a; b++) {
                sum += regime.inverse()[a * m + b] * k[b];
            }
            variance -= k[a] * (2 * sum + regime.inverse()[a * m + a] * k[a]);
        }
        return StandardNormal.logPdf(off, regime.scale() * Math.max(variance, regime.noise()));
    }
}
