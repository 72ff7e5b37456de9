package org.attune.cgp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.regimes.RegimeEngine;
import org.attune.bayesopt.regimes.RegimeFinder;
import org.attune.bayesopt.regimes.RegimeSettings;
import org.attune.bayesopt.regimes.RegimeSurrogate;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** Regimes are sought at some counts of trials; what is kept in between changes nothing. */
class AnchorsTest {
    private static final Space SPACE =
            Space.of(List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1)));
    private static final Axes AXES = new Axes(SPACE, true);
    private static final Seed SEED = new Seed(1);

    private static RegimeFinder finder() {
        var engine = new RegimeEngine(LinearAlgebra.best(), SPACE, EngineSettings.standard());
        return new RegimeFinder(engine, RegimeSettings.standard(), SEED);
    }

    private static Dataset data(int count) {
        Generator random = new Seed(2).generator("points", 0);
        double[][] x = new double[count][];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
            double off = x[i][0] - 0.4;
            y[i] = 1 + off * off + 0.3 * x[i][1] + (x[i][0] > 0.55 ? 2 : 0);
        }
        return new Dataset(x, y);
    }

    /** A finder that has seen all counts before says what a new one says. */
    @Test
    void aFreshProcessFindsTheSame() {
        RegimeFinder old = finder();
        var fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        AXES,
                        SurrogateSettings.standard(),
                        Priors.informative(AXES, true),
                        SEED);
        int several = 0;
        for (int n = 8; n <= 30; n++) {
            Surrogate plain = fitter.fit(data(30).first(n)).orElseThrow();
            Surrogate known = old.refined(plain);
            Surrogate fresh = finder().refined(plain);
            assertEquals(known instanceof RegimeSurrogate, fresh instanceof RegimeSurrogate);
            double[] a = new double[2];
            double[] b = new double[2];
            for (double[] place : data(20).x()) {
                known.predict(place, a);
                fresh.predict(place, b);
                assertTrue(Arrays.equals(a, b), n + " trials");
            }
            several += known instanceof RegimeSurrogate ? 1 : 0;
        }
        assertTrue(several > 10, several + " of 23 counts with several regimes");
    }

    /** Trials since the last search join the regime that they are in. */
    @Test
    void newTrialsJoinTheirRegime() {
        Dataset data = data(32); // regimes were sought after 27
        var fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        AXES,
                        SurrogateSettings.standard(),
                        Priors.informative(AXES, true),
                        SEED);
        var found = (RegimeSurrogate) finder().refined(fitter.fit(data).orElseThrow());
        int right = 0;
        for (int i = 0; i < 32; i++) {
            boolean behind = data.x()[i][0] > 0.55;
            int other = 0;
            for (int j = 0; j < 32; j++) {
                boolean same = behind == data.x()[j][0] > 0.55;
                other +=
                        same != (found.partition().regime(i) == found.partition().regime(j))
                                ? 1
                                : 0;
            }
            right += other == 0 ? 1 : 0;
        }
        assertEquals(32, right, found.partition().toString());
    }
}
