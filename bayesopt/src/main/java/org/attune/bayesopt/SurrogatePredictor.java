package org.attune.bayesopt;

import org.attune.api.Predictor;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Surrogate;

/**
 * A surrogate as users ask it at many points.
 *
 * @param sign 1, or -1 for an output that was negated because larger is better
 */
record SurrogatePredictor(Surrogate surrogate, int sign) implements Predictor {
    @Override
    public int dimension() {
        return surrogate.dimension();
    }

    @Override
    public double[] means(double[][] x) {
        return surrogate.means(x);
    }

    @Override
    public double[][] moments(double[][] x) {
        double[][] rows = new double[2][x.length];
        double[] moments = new double[2];
        for (int i = 0; i < x.length; i++) {
            surrogate.predict(x[i], moments);
            rows[0][i] = moments[0];
            rows[1][i] = moments[1];
        }
        return rows;
    }

    @Override
    public double output(double scaled) {
        return sign * surrogate.warp().output(scaled);
    }

    @Override
    public Draws draws(int count, Seed seed) {
        return surrogate.marginalDraws(count, seed.generator("draws", count));
    }
}
