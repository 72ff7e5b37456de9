package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.surrogatetestkit.SurrogateContract;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A process with the kernel of mixed spaces keeps the contract of surrogates. */
class MixedKernelTest extends SurrogateContract {
    @Override
    protected Optional<Surrogate> fit(Dataset data, Seed seed) {
        var kernel = new MixedKernel(AXES, new int[] {4});
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        ProcessPrior.of(AXES, Priors.informative(AXES, true), kernel::of, 0),
                        SurrogateSettings.standard(),
                        Enrichment.NONE,
                        seed)
                .fit(data)
                .map(p -> p);
    }

    /**
     * At the modes of all priors: s² = 1, s_c² = 1/2, log ℓ = ½ ln 3 of categories in all terms.
     */
    @Test
    void matchesItsFormula() {
        var axes =
                new Axes(
                        Space.of(
                                List.of(
                                        Parameter.categorical("a", List.of("p", "q")),
                                        Parameter.real("x", 0, 1),
                                        Parameter.categorical("b", List.of("k", "l")))),
                        false);
        var layout = new Layout();
        Kernel.At kernel = new MixedKernel(axes, new int[] {0, 2}).of(layout).at(layout.mode());
        double[] u = {0.25, 0.3, 0.25};
        double[] v = {0.75, 0.8, 0.25};
        double category = 1 / 3.0; // 1/ℓ²
        double all = 0.25 * Math.exp(3) / 3; // (0.5/ℓ)², log ℓ = -1.5 + ½ ln 3
        double two = 0.25 * Math.exp(3) / 2;
        double expected =
                RadialKernel.MATERN52.value(category + all)
                        + 0.5 * RadialKernel.MATERN52.value(category + two) // a differs
                        + 0.5 * RadialKernel.MATERN52.value(two); // b does not
        assertEquals(expected, kernel.value(u, v), 1e-12);
        assertEquals(2, kernel.variance(u), 1e-12);
    }

    @Test
    void manyCategoriesBesideManyOthersHaveTheUsualKernel() {
        var parameters = new ArrayList<Parameter>();
        for (int i = 0; i < 10; i++) {
            parameters.add(Parameter.categorical("c" + i, List.of("0", "1")));
        }
        var alone = new Axes(Space.of(parameters), false);
        int[] levels = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        assertFalse(new MixedKernel(alone, levels).pays());
        for (int i = 0; i < 5; i++) {
            parameters.add(Parameter.real("x" + i, 0, 1));
        }
        assertTrue(new MixedKernel(new Axes(Space.of(parameters), false), levels).pays());
        parameters.add(Parameter.real("more", 0, 1));
        assertFalse(new MixedKernel(new Axes(Space.of(parameters), false), levels).pays());
    }
}
