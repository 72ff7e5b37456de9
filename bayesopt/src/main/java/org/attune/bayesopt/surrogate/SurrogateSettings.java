package org.attune.bayesopt.surrogate;

import java.util.List;

/**
 * How a Gaussian process surrogate is fitted.
 *
 * @param kernel its correlation function
 * @param shapes of the output warp to choose from, by evidence; the first is preferred
 * @param starts of each search for the posterior mode, the prior's mode being the first, the same
 *     with much noise the second
 * @param iterations at most, of each such search
 * @param calibrated whether variances are corrected by {@link Calibration}
 */
public record SurrogateSettings(
        RadialKernel kernel,
        List<OutputWarp.Shape> shapes,
        int starts,
        int iterations,
        boolean calibrated) {
    private static final int ITERATIONS = 60;

    /** Copies the shapes. */
    public SurrogateSettings {
        shapes = List.copyOf(shapes);
    }

    /** Returns what measurements chose. */
    public static SurrogateSettings standard() {
        return new SurrogateSettings(
                RadialKernel.MATERN52, List.of(OutputWarp.Shape.YEO_JOHNSON), 3, ITERATIONS, true);
    }

    /** Returns the settings for labels of success and failure, which no warp makes more normal. */
    public static SurrogateSettings labels() {
        return new SurrogateSettings(
                RadialKernel.MATERN52, List.of(OutputWarp.Shape.IDENTITY), 1, ITERATIONS, true);
    }
}
