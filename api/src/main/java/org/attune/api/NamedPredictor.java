package org.attune.api;

import java.util.function.Supplier;

/**
 * A predictor whose faults have the name of its tuner, as those of {@link NamedModel} have.
 *
 * @param provider of the tuner
 * @param predictor as the tuner made it
 */
record NamedPredictor(TunerProvider provider, Predictor predictor) implements Predictor {
    @Override
    public int dimension() {
        return predictor.dimension();
    }

    @Override
    public double[] means(double[][] x) {
        double[] means = answer("means", () -> predictor.means(x));
        requireAll("means", x.length, means.length);
        return means;
    }

    @Override
    public double[][] moments(double[][] x) {
        double[][] moments = answer("moments", () -> predictor.moments(x));
        for (double[] row : moments) {
            requireAll("moments", x.length, row.length);
        }
        return moments;
    }

    @Override
    public double output(double scaled) {
        return answer("output", () -> predictor.output(scaled));
    }

    @Override
    public Draws draws(int count, Seed seed) {
        Draws draws = answer("draws", () -> predictor.draws(count, seed));
        return x -> answer("values", () -> draws.values(x));
    }

    private void requireAll(String method, int points, int given) {
        if (given != points) {
            throw TunerException.of(
                    provider, "%s() returned %d of %d values".formatted(method, given, points));
        }
    }

    private <T> T answer(String method, Supplier<T> question) {
        return NamedFaults.answer(provider, method, question, e -> false);
    }

    @Override
    public String toString() {
        return predictor.toString();
    }
}
