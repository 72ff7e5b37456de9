package org.attune.bayesopt.regimes;

import org.attune.api.Space;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.List;

/**
 * By what the processes of regimes are fitted: the settings of the engine, for outputs that have
 * been warped already.
 *
 * @param algebra its linear algebra
 * @param space of the configurations
 * @param settings of the engine
 * @param quick whether hyperparameters are searched briefly, from one start, to compare partitions
 */
public record RegimeEngine(
        LinearAlgebra algebra, Space space, EngineSettings settings, boolean quick) {
    private static final int BRIEFLY = 10; // steps

    /** Makes an engine that searches as the settings say. */
    public RegimeEngine(LinearAlgebra algebra, Space space, EngineSettings settings) {
        this(algebra, space, settings, false);
    }

    /** Returns the engine that searches briefly. */
    RegimeEngine brief() {
        return new RegimeEngine(algebra, space, settings, true);
    }

    /** Returns the axes of the configurations. */
    public Axes axes() {
        return axes(space);
    }

    /** Returns the axes of a space. */
    Axes axes(Space of) {
        return new Axes(of, settings.categoriesHaveOrder(), settings.inputWarp());
    }

    /** Returns what is believed of hyperparameters. */
    Priors priors(Axes axes) {
        return settings.priorsAlone(axes).withRidges(0).withAlignment(false);
    }

    /** Returns kernel and searches; outputs are standardised and not warped again. */
    SurrogateSettings processes() {
        SurrogateSettings given = settings.surrogate();
        return new SurrogateSettings(
                given.kernel(),
                List.of(OutputWarp.Shape.IDENTITY),
                quick ? 1 : given.starts(),
                quick ? BRIEFLY : given.iterations(),
                given.calibrated());
    }
}
