package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;
import java.util.List;

/** k = Σ_i k_i. */
final class KernelSum implements Kernel {
    private final List<Kernel> terms;

    KernelSum(List<Kernel> terms) {
        this.terms = List.copyOf(terms);
    }

    @Override
    public At at(double[] theta) {
        At[] parts = terms.stream().map(k -> k.at(theta)).toArray(At[]::new);
        return parts.length == 1 ? parts[0] : new Fixed(parts);
    }

    @Override
    public List<AdditiveKernel> parts() {
        return terms.stream().flatMap(k -> k.parts().stream()).toList();
    }

    private record Fixed(At[] parts) implements At {
        @Override
        public double variance(double[] a) {
            double sum = 0;
            for (At part : parts) {
                sum += part.variance(a);
            }
            return sum;
        }

        @Override
        public double varianceSlope(int axis, double[] a) {
            double sum = 0;
            for (At part : parts) {
                sum += part.varianceSlope(axis, a);
            }
            return sum;
        }

        @Override
        public double value(double[] a, double[] b) {
            double sum = 0;
            for (At part : parts) {
                sum += part.value(a, b);
            }
            return sum;
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            double sum = 0;
            for (At part : parts) {
                sum += part.valueAndGradient(a, b, gradient);
            }
            return sum;
        }

        @Override
        public Features features(int count, Generator random) {
            return Features.joined(
                    Arrays.stream(parts).map(p -> p.features(count, random)).toList());
        }

        @Override
        public Expansion expansion(double[][] places, double[] weights) {
            List<Expansion> terms =
                    Arrays.stream(parts).map(p -> p.expansion(places, weights)).toList();
            return x -> {
                double sum = 0;
                for (Expansion term : terms) {
                    sum += term.at(x);
                }
                return sum;
            };
        }

        @Override
        public Sections sections(double[][] places) {
            List<Sections> terms = Arrays.stream(parts).map(p -> p.sections(places)).toList();
            return new Sections() {
                @Override
                public void addTo(double[] a, double[] k) {
                    terms.forEach(t -> t.addTo(a, k));
                }

                @Override
                public void addTo(double[] a, double[] k, double[][] slopes) {
                    terms.forEach(t -> t.addTo(a, k, slopes));
                }
            };
        }

        @Override
        public Gram gram(Places places) {
            List<Gram> grams = Arrays.stream(parts).map(p -> p.gram(places)).toList();
            return new Gram() {
                @Override
                public void addTo(double[] matrix) {
                    grams.forEach(g -> g.addTo(matrix));
                }

                @Override
                public void addGradient(double[] m, double[] gradient) {
                    grams.forEach(g -> g.addGradient(m, gradient));
                }
            };
        }
    }
}
