package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.acquisition.LogExpectedImprovement;
import org.attune.bayesopt.acquisition.LogRangeProbability;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.PendingRule;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

class OutputModelsTest {
    private static final double[][] X = {{0.35}, {0.45}, {0.55}, {0.65}, {0.75}, {0.85}, {0.95}};
    private static final double[] PENDING = {0.1};
    private static final double[] ELSEWHERE = {0.25};
    private static final Objective TIME = Objective.minimize("time");

    private static Surrogate model(DoubleUnaryOperator f) {
        var axes = new Axes(Space.of(List.of(Parameter.real("x", 0, 1))), false);
        double[] y = Arrays.stream(X).mapToDouble(x -> f.applyAsDouble(x[0])).toArray();
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes,
                        SurrogateSettings.standard(),
                        Priors.informative(axes, true),
                        new Seed(1))
                .fit(new Dataset(X, y))
                .orElseThrow();
    }

    private static double mean(Surrogate model, double[] x) {
        double[] moments = new double[2];
        model.predict(x, moments);
        return moments[0];
    }

    private static Surrogate assuming(Surrogate model) {
        return model.assuming(PendingRule.BELIEVER, List.of(PENDING)).orElseThrow();
    }

    private static AcquisitionFunction gain(LinkedHashMap<Objective, Surrogate> models) {
        return new OutputModels(models, EngineSettings.standard(), List.of(X))
                .acquisitions(List.of(PENDING), List.of())
                .orElseThrow()
                .apply(AcquisitionRule.LOG_EI);
    }

    /** What is better than all that was measured, but no better than what is expected, is none. */
    @Test
    void aGainIsOneOverWhatPendingTrialsAreExpectedToReach() {
        Surrogate time = model(x -> x);
        assertTrue(mean(time, PENDING) < mean(time, X[0]) - 0.1);
        var models = new LinkedHashMap<Objective, Surrogate>();
        models.put(TIME, time);
        assertEquals(
                new LogExpectedImprovement(assuming(time), mean(time, PENDING)).value(ELSEWHERE),
                gain(models).value(ELSEWHERE),
                1e-9);
    }

    /** One that is expected to be out of range would not count. */
    @Test
    void pendingTrialsOutOfRangeAreNothingToImproveOn() {
        Surrogate time = model(x -> x);
        Surrogate memory = model(x -> 1 - x);
        Objective limited =
                Objective.minimize("memory").within(Double.NEGATIVE_INFINITY, 0.8).rangeOnly();
        assertTrue(memory.warp().inverse(mean(memory, PENDING)) > 0.85);
        var models = new LinkedHashMap<Objective, Surrogate>();
        models.put(TIME, time);
        models.put(limited, memory);
        var gain = new LogExpectedImprovement(assuming(time), mean(time, X[0]));
        var inRange =
                new LogRangeProbability(
                        assuming(memory),
                        Double.NEGATIVE_INFINITY,
                        memory.warped(0.8),
                        memory.noiseVariance());
        assertEquals(
                gain.value(ELSEWHERE) + inRange.value(ELSEWHERE),
                gain(models).value(ELSEWHERE),
                1e-9);
    }
}
