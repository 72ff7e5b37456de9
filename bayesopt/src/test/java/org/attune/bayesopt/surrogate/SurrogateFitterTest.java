package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.stream.IntStream;

class SurrogateFitterTest {
    private static final Axes AXES =
            new Axes(
                    Space.of(
                            IntStream.range(0, 6)
                                    .mapToObj(i -> (Parameter) Parameter.real("x" + i, 0, 1))
                                    .toList()),
                    false);

    private static double logEvidence(Dataset data, int starts) {
        var standard = SurrogateSettings.standard();
        var settings =
                new SurrogateSettings(standard.kernel(), standard.shapes(), starts, 60, true);
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        AXES,
                        settings,
                        Priors.informative(AXES, true),
                        new Seed(1))
                .fit(data)
                .orElseThrow()
                .logEvidence();
    }

    /**
     * A sixth of the variance of 60 outputs of six parameters is noise, which short lengthscales
     * explain nearly as well. Twenty starts hardly find a better mode than those of the standard.
     */
    @Test
    void theModeIsFoundUnderNoise() {
        int found = 0;
        for (int seed = 0; seed < 12; seed++) {
            Generator random = new Seed(seed).generator("data", 0);
            double[][] x = new double[60][];
            double[] y = new double[x.length];
            for (int i = 0; i < x.length; i++) {
                x[i] = random.doubles(6).toArray();
                y[i] = 3 * x[i][0] + 2 * x[i][1] * x[i][1] + 0.45 * random.nextGaussian();
            }
            var data = new Dataset(x, y);
            double standard = logEvidence(data, SurrogateSettings.standard().starts());
            found += standard > logEvidence(data, 20) - 1 ? 1 : 0;
        }
        assertTrue(found >= 11, found + " of 12");
    }

    /** Some draws at a time have the same features: of 8004 in all they would have none. */
    @Test
    void drawsVaryAsPredictedHoweverManyTheyAre() {
        Generator random = new Seed(2).generator("data", 0);
        double[][] x =
                IntStream.range(0, 5)
                        .mapToObj(i -> random.doubles(6).toArray())
                        .toArray(double[][]::new);
        WarpedProcess one =
                new SurrogateFitter(
                                LinearAlgebra.best(),
                                AXES,
                                SurrogateSettings.standard(),
                                Priors.informative(AXES, false),
                                new Seed(1))
                        .fit(new Dataset(x, new double[] {1, 3, 2, 5, 4}))
                        .orElseThrow();
        var process =
                new WarpedProcess(
                        one.process(),
                        one.task(),
                        one.hyperparameters(),
                        one.warp(),
                        one.data(),
                        one.logEvidence(),
                        one.parameters(),
                        Optional.of((count, r) -> Collections.nCopies(count, one)));
        double[] place = {0.9, 0.1, 0.9, 0.1, 0.9, 0.1};
        double[] predicted = new double[2];
        process.predict(place, predicted);
        double variance =
                Arrays.stream(process.marginalDraws(8004, random).values(new double[][] {place}))
                        .mapToDouble(draw -> Math.pow(draw[0] - predicted[0], 2))
                        .average()
                        .orElseThrow();
        assertEquals(predicted[1], variance, 0.3 * predicted[1]);
    }
}
