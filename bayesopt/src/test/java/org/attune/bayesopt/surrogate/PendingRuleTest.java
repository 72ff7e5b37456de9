package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.List;

class PendingRuleTest {
    private static final LinearAlgebra ALGEBRA = LinearAlgebra.best();
    private static final double[][] X = TestData.points(12, 1);
    private static final Dataset DATA = new Dataset(X, TestData.outputs(X, 1));
    private static final double[] PENDING = TestData.points(13, 2)[12];

    private static WarpedProcess model() {
        return new SurrogateFitter(
                        ALGEBRA,
                        TestData.AXES,
                        SurrogateSettings.standard(),
                        Priors.informative(TestData.AXES, true),
                        new Seed(1))
                .fit(DATA)
                .orElseThrow();
    }

    private static double[] predicted(WarpedProcess model, PendingRule rule) {
        double[] out = new double[2];
        model.assuming(rule, List.of(PENDING)).orElseThrow().predict(PENDING, out);
        return out;
    }

    @Test
    void believingChangesTheVarianceAlone() {
        WarpedProcess model = model();
        double[] before = new double[2];
        model.predict(PENDING, before);
        double[] after = predicted(model, PendingRule.BELIEVER);
        assertEquals(before[0], after[0], 1e-8);
        assertTrue(after[1] < 0.5 * before[1], before[1] + " to " + after[1]);
    }

    @Test
    void lyingPullsTheMeanToTheBestValue() {
        WarpedProcess model = model();
        double best = model.warp().forward(DATA.smallest());
        double believed = predicted(model, PendingRule.BELIEVER)[0];
        double lied = predicted(model, PendingRule.LIAR)[0];
        assertTrue(Math.abs(lied - best) < 0.5 * Math.abs(believed - best));
    }
}
