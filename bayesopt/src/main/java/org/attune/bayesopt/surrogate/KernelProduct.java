package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.List;
import java.util.stream.Stream;

/** k = k_1 k_2. */
record KernelProduct(Kernel first, Kernel second) implements Kernel {
    @Override
    public At at(double[] theta) {
        return new Fixed(first.at(theta), second.at(theta));
    }

    @Override
    public List<AdditiveKernel> parts() {
        return Stream.of(first, second).flatMap(k -> k.parts().stream()).toList();
    }

    private record Fixed(At first, At second) implements At {
        @Override
        public double variance(double[] a) {
            return first.variance(a) * second.variance(a);
        }

        @Override
        public double varianceSlope(int axis, double[] a) {
            return first.varianceSlope(axis, a) * second.variance(a)
                    + first.variance(a) * second.varianceSlope(axis, a);
        }

        @Override
        public double value(double[] a, double[] b) {
            return first.value(a, b) * second.value(a, b);
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            double[] byFirst = new double[gradient.length];
            double[] bySecond = new double[gradient.length];
            double one = first.valueAndGradient(a, b, byFirst);
            double two = second.valueAndGradient(a, b, bySecond);
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] += byFirst[d] * two + one * bySecond[d];
            }
            return one * two;
        }

        /** All products of a feature of the one and a feature of the other. */
        @Override
        public Features features(int count, Generator random) {
            int each = (int) Math.ceil(Math.sqrt(count));
            Features one = first.features(each, random);
            Features two = second.features(each, random);
            return Features.of(
                    one.size() * two.size(),
                    (place, out, from) -> {
                        double[] a = new double[one.size()];
                        double[] b = new double[two.size()];
                        one.write(place, a, 0);
                        two.write(place, b, 0);
                        for (int i = 0; i < a.length; i++) {
                            for (int j = 0; j < b.length; j++) {
                                out[from + i * b.length + j] = a[i] * b[j];
                            }
                        }
                    });
        }

        @Override
        public Gram gram(Places places) {
            return new OfPlaces(places.size(), first.gram(places), second.gram(places));
        }
    }

    private static final class OfPlaces implements Gram {
        private final Gram first;
        private final Gram second;
        private final double[] one;
        private final double[] two;

        OfPlaces(int n, Gram first, Gram second) {
            this.first = first;
            this.second = second;
            this.one = new double[n * n];
            this.two = new double[n * n];
        }

        @Override
        public void addTo(double[] matrix) {
            first.addTo(one);
            second.addTo(two);
            for (int i = 0; i < one.length; i++) {
                matrix[i] += one[i] * two[i];
            }
        }

        @Override
        public void addGradient(double[] m, double[] gradient) {
            first.addGradient(times(m, two), gradient);
            second.addGradient(times(m, one), gradient);
        }

        private static double[] times(double[] a, double[] b) {
            double[] product = new double[a.length];
            for (int i = 0; i < product.length; i++) {
                product[i] = a[i] * b[i];
            }
            return product;
        }
    }
}
