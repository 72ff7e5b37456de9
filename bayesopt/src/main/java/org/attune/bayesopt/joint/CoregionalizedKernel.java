package org.attune.bayesopt.joint;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Features;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.Places;

import java.util.ArrayList;
import java.util.List;

/**
 * Prior covariance over the configurations of several tasks, the linear coregionalization model of
 * {@link TaskCovariance}. The index of the task stands after the coordinates of a place.
 */
final class CoregionalizedKernel implements Kernel {
    private final TaskCovariance tasks;
    private final Layout.Slice phi;
    private final List<Kernel> latent; // of variance 1
    private final int index; // column of a place

    CoregionalizedKernel(TaskCovariance tasks, Layout.Slice phi, List<Kernel> latent, int index) {
        this.tasks = tasks;
        this.phi = phi;
        this.latent = List.copyOf(latent);
        this.index = index;
    }

    @Override
    public At at(double[] theta) {
        return new Fixed(theta);
    }

    private static final Features CONSTANT = Features.of(1, (place, out, from) -> out[from] = 1);

    /** Returns features of functions that tasks are sums of: block r holds L[t, r] φ. */
    private Features ofTasks(double[] root, int tasks, Features function) {
        int size = function.size();
        return Features.of(
                tasks * size,
                (place, out, from) -> {
                    double[] phi = new double[size];
                    function.write(place, phi, 0);
                    int t = (int) place[index];
                    for (int r = 0; r < tasks; r++) {
                        double weight = r <= t ? root[t * tasks + r] : 0;
                        for (int i = 0; i < size; i++) {
                            out[from + r * size + i] = weight * phi[i];
                        }
                    }
                });
    }

    private final class Fixed implements At {
        private final double[] ofPhi;
        private final double[][] b; // B_0, …, B_Q
        private final At[] functions;

        Fixed(double[] theta) {
            ofPhi = phi.of(theta);
            b = tasks.matrices(ofPhi);
            functions = latent.stream().map(k -> k.at(theta)).toArray(At[]::new);
        }

        private int entry(double[] x, double[] y) {
            return (int) x[index] * tasks.tasks() + (int) y[index];
        }

        @Override
        public double variance(double[] a) {
            int entry = entry(a, a);
            double sum = b[0][entry];
            for (int q = 0; q < functions.length; q++) {
                sum += b[q + 1][entry] * functions[q].variance(a);
            }
            return sum;
        }

        @Override
        public double varianceSlope(int axis, double[] a) {
            double sum = 0;
            for (int q = 0; q < functions.length; q++) {
                sum += b[q + 1][entry(a, a)] * functions[q].varianceSlope(axis, a);
            }
            return sum;
        }

        @Override
        public double value(double[] x, double[] y) {
            int entry = entry(x, y);
            double sum = b[0][entry];
            for (int q = 0; q < functions.length; q++) {
                sum += b[q + 1][entry] * functions[q].value(x, y);
            }
            return sum;
        }

        @Override
        public double valueAndGradient(double[] x, double[] y, double[] gradient) {
            int entry = entry(x, y);
            double sum = b[0][entry];
            for (int q = 0; q < functions.length; q++) {
                double[] part = new double[gradient.length];
                sum += b[q + 1][entry] * functions[q].valueAndGradient(x, y, part);
                for (int d = 0; d < part.length; d++) {
                    gradient[d] += b[q + 1][entry] * part[d];
                }
            }
            return sum;
        }

        /**
         * With B_q = L_q L_qᵀ, a task is the sum over r of L_q[t, r] times functions of their own:
         * their features, each times each column of L_q.
         */
        @Override
        public Features features(int count, Generator random) {
            int all = tasks.tasks();
            int each = Math.max(count / (all * functions.length), 1);
            var parts = new ArrayList<Features>();
            for (int q = 0; q < b.length; q++) {
                double[] root = root(b[q], all);
                Features function = q == 0 ? CONSTANT : functions[q - 1].features(each, random);
                parts.add(ofTasks(root, all, function));
            }
            return Features.joined(parts);
        }

        private static double[] root(double[] matrix, int n) {
            return Cholesky.of(LinearAlgebra.best(), matrix, n)
                    .map(Cholesky::lower)
                    .orElseThrow(() ->
                            new IllegalStateException("The covariance of the tasks has no root."));
        }

        @Override
        public Expansion expansion(double[][] places, double[] weights) {
            int all = tasks.tasks();
            Expansion[] ofTask = new Expansion[all];
            return x -> {
                int t = (int) x[index];
                synchronized (ofTask) {
                    if (ofTask[t] == null) {
                        ofTask[t] = expansion(places, weights, t);
                    }
                }
                return ofTask[t].at(x);
            };
        }

        /** Returns the expansion as one task sees it. */
        private Expansion expansion(double[][] places, double[] weights, int task) {
            double level = 0;
            Expansion[] terms = new Expansion[functions.length];
            for (int q = 0; q < b.length; q++) {
                double[] own = new double[weights.length];
                for (int i = 0; i < own.length; i++) {
                    int entry = task * tasks.tasks() + (int) places[i][index];
                    own[i] = weights[i] * b[q][entry];
                    level += q == 0 ? own[i] : 0;
                }
                if (q > 0) {
                    terms[q - 1] = functions[q - 1].expansion(places, own);
                }
            }
            double constant = level;
            return x -> {
                double sum = constant;
                for (Expansion term : terms) {
                    sum += term.at(x);
                }
                return sum;
            };
        }

        @Override
        public Gram gram(Places places) {
            return new OfPlaces(this, places);
        }
    }

    private final class OfPlaces implements Gram {
        private final Fixed kernel;
        private final Places places;
        private final int n;
        private final List<Gram> grams = new ArrayList<>();
        private final double[][] values; // [q], of the latent functions, lower triangle

        OfPlaces(Fixed kernel, Places places) {
            this.kernel = kernel;
            this.places = places;
            this.n = places.size();
            this.values = new double[latent.size()][n * n];
            for (At function : kernel.functions) {
                grams.add(function.gram(places));
            }
        }

        @Override
        public void addTo(double[] matrix) {
            for (int q = 0; q < values.length; q++) {
                grams.get(q).addTo(values[q]);
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    int entry = kernel.entry(places.row(i), places.row(j));
                    matrix[i * n + j] += kernel.b[0][entry];
                    for (int q = 0; q < values.length; q++) {
                        matrix[i * n + j] += kernel.b[q + 1][entry] * values[q][i * n + j];
                    }
                }
            }
        }

        @Override
        public void addGradient(double[] m, double[] gradient) {
            double[][] byMatrix = new double[kernel.b.length][kernel.b[0].length];
            double[] ofFunction = new double[n * n];
            for (int q = 0; q < kernel.b.length; q++) {
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j <= i; j++) {
                        int at = i * n + j;
                        int entry = kernel.entry(places.row(i), places.row(j));
                        double by = (i == j ? 0.5 : 1) * m[at];
                        byMatrix[q][entry] += q == 0 ? by : by * values[q - 1][at];
                        ofFunction[at] = m[at] * kernel.b[q][entry];
                    }
                }
                if (q > 0) {
                    grams.get(q - 1).addGradient(ofFunction, gradient);
                }
            }
            double[] byPhi = tasks.gradient(kernel.ofPhi, byMatrix);
            for (int i = 0; i < byPhi.length; i++) {
                phi.add(gradient, i, byPhi[i]);
            }
        }
    }
}
