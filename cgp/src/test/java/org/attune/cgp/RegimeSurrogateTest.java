package org.attune.cgp;

import org.attune.api.Seed;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.regimes.CutTree;
import org.attune.bayesopt.regimes.HyperparameterSampling;
import org.attune.bayesopt.regimes.NeighborBoundary;
import org.attune.bayesopt.regimes.RegimeEngine;
import org.attune.bayesopt.regimes.RegimeFinder;
import org.attune.bayesopt.regimes.RegimeSettings;
import org.attune.bayesopt.regimes.RegimeSurrogate;
import org.attune.bayesopt.regimes.SampledFit;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.surrogatetestkit.SurrogateContract;
import org.junit.jupiter.api.Nested;

import java.util.List;
import java.util.Optional;

/** Surrogates with regimes keep the contract, also where there is nothing that jumps. */
class RegimeSurrogateTest {
    private static final double ALWAYS = -1e6; // nats by which regimes may be worse

    private static Surrogate sampled(Surrogate found, RegimeEngine engine, Seed seed) {
        return new SampledFit(engine, new HyperparameterSampling(5, 12, 4), seed).of(found);
    }

    private abstract static class WithRegimes extends SurrogateContract {
        abstract RegimeSettings settings();

        @Override
        protected Optional<Surrogate> fit(Dataset data, Seed seed) {
            var engine = new RegimeEngine(LinearAlgebra.best(), SPACE, EngineSettings.standard());
            return new SurrogateFitter(
                            LinearAlgebra.best(),
                            AXES,
                            SurrogateSettings.standard(),
                            Priors.informative(AXES, true),
                            seed)
                    .fit(data)
                    .map(p -> new RegimeFinder(engine, settings(), seed).refined(p))
                    .map(s -> finished(s, engine, seed));
        }

        Surrogate finished(Surrogate found, RegimeEngine engine, Seed seed) {
            return found;
        }

        /** A regime that is almost excluded somewhere has a part in the variance there. */
        @Override
        protected int draws() {
            return 2_500;
        }

        static RegimeSettings standard(boolean shared) {
            RegimeSettings s = RegimeSettings.standard();
            return new RegimeSettings(
                    s.candidates(),
                    s.boundaries(),
                    shared,
                    s.style(),
                    ALWAYS,
                    s.sweeps(),
                    1,
                    false);
        }
    }

    @Nested
    class OwnExpertsTest extends WithRegimes {
        @Override
        RegimeSettings settings() {
            return standard(false);
        }
    }

    @Nested
    class SharedExpertsTest extends WithRegimes {
        @Override
        RegimeSettings settings() {
            return standard(true);
        }
    }

    @Nested
    class SampledExpertsTest extends WithRegimes {
        @Override
        RegimeSettings settings() {
            return standard(false);
        }

        @Override
        Surrogate finished(Surrogate found, RegimeEngine engine, Seed seed) {
            return sampled(found, engine, seed);
        }

        @Override
        protected int observations() {
            return 40;
        }

        @Override
        protected int draws() {
            return 1500;
        }
    }

    @Nested
    class SampledTest extends WithRegimes {
        @Override
        RegimeSettings settings() {
            return RegimeSettings.standard();
        }

        @Override
        Surrogate finished(Surrogate found, RegimeEngine engine, Seed seed) {
            Surrogate plain = found instanceof RegimeSurrogate r ? r.whole().orElseThrow() : found;
            return sampled(plain, engine, seed);
        }

        @Override
        protected int draws() {
            return 400;
        }
    }

    @Nested
    class TreedTest extends WithRegimes {
        @Override
        RegimeSettings settings() {
            RegimeSettings s = standard(false);
            return new RegimeSettings(
                    List.of(new CutTree(3)), s.boundaries(), false, s.style(), ALWAYS, 0, 2, false);
        }
    }

    @Nested
    class HardSwitchTest extends WithRegimes {
        @Override
        RegimeSettings settings() {
            RegimeSettings s = standard(false);
            return new RegimeSettings(
                    s.candidates(),
                    List.of((engine, seed) -> NeighborBoundary.fitter(engine.axes(), 3)),
                    false,
                    new RegimeSurrogate.Style(true, true),
                    ALWAYS,
                    0,
                    6,
                    false);
        }
    }
}
