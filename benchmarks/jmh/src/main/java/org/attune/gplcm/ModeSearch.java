package org.attune.gplcm;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints how near the hyperparameters of a model of several tasks are to the posterior mode: by how
 * much the log posterior is below the best of 20 searches from draws of the priors, for 10 data
 * sets of 5 tasks with 40 observations each.
 *
 * <p>A data set has three axes; each task's outputs are a weighted sum of two functions that all
 * tasks share, one of its own, and noise of a twentieth of the deviation. The functions are sums of
 * 60 random cosines.
 */
public final class ModeSearch {
    private static final int DIMENSION = 3;
    private static final int TASKS = 5;
    private static final int EACH = 40;
    private static final int SETS = 10;
    private static final int STARTS = 20;
    private static final BoxLbfgs.Options LONG = new BoxLbfgs.Options(200, 300, 8, 1e-5, 1e-9);

    private static final Axes AXES =
            new Axes(
                    Space.of(
                            IntStream.range(0, DIMENSION)
                                    .mapToObj(d -> (Parameter) Parameter.real("x" + d, 0, 1))
                                    .toList()),
                    false);

    private ModeSearch() {}

    /** Prints a line for each data set. */
    public static void main(String[] args) {
        int latent = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int near = 0;
        for (int set = 0; set < SETS; set++) {
            Observations data = data(set);
            var priors = Priors.informative(AXES, true);
            var tasks = new Coregionalization(TASKS, latent);
            var settings = SurrogateSettings.standard();
            var algebra = LinearAlgebra.best();
            CoregionalizedModel model =
                    new CoregionalizationFitter(
                                    algebra,
                                    AXES,
                                    tasks,
                                    TaskWarps.EACH,
                                    settings,
                                    priors,
                                    new Seed(set))
                            .fit(data)
                            .orElseThrow();
            var layout = new Layout(AXES, tasks, priors);
            var likelihood =
                    new CoregionalizedLikelihood(
                            algebra, layout, settings.kernel(), data.x(), data.task(), z(data));
            double reached = -likelihood.valueAndGradient(model.theta(), new double[layout.size()]);
            double best = Double.NEGATIVE_INFINITY;
            for (int s = 0; s < STARTS; s++) {
                Generator random = new Seed(set).generator("start", s);
                double[] start = layout.sample(random);
                double value =
                        -BoxLbfgs.minimize(likelihood, start, layout.lower(), layout.upper(), LONG)
                                .value();
                best = value > best ? value : best; // not where it is no number
            }
            near += reached > best - 0.5 ? 1 : 0;
            System.out.printf(
                    Locale.ROOT,
                    "set %d: reached %.2f, best of cold starts %.2f%n",
                    set,
                    reached,
                    best);
        }
        System.out.printf("within 0.5 of the best: %d of %d%n", near, SETS);
    }

    private static double[] z(Observations data) {
        var warps = TaskWarps.EACH.of(data, OutputWarp.Shape.YEO_JOHNSON);
        return IntStream.range(0, data.size())
                .mapToDouble(i -> warps.get(data.task()[i]).forward(data.y()[i]))
                .toArray();
    }

    private static Observations data(int set) {
        Generator random = new Seed(set).generator("data", 0);
        double[][] waves = new double[2 + TASKS][];
        Arrays.setAll(waves, f -> random.doubles(60 * (DIMENSION + 1)).toArray());
        double[][] weight = new double[TASKS][3];
        for (double[] w : weight) {
            Arrays.setAll(w, q -> q < 2 ? random.nextGaussian() : 0.5);
        }
        int n = TASKS * EACH;
        int[] task = new int[n];
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % TASKS;
            x[i] = random.doubles(DIMENSION).toArray();
            y[i] =
                    weight[task[i]][0] * cosines(waves[0], x[i])
                            + weight[task[i]][1] * cosines(waves[1], x[i])
                            + weight[task[i]][2] * cosines(waves[2 + task[i]], x[i])
                            + 0.05 * random.nextGaussian();
        }
        return new Observations(TASKS, task, x, y);
    }

    private static double cosines(double[] waves, double[] x) {
        double sum = 0;
        for (int k = 0; k < waves.length; k += DIMENSION + 1) {
            double angle = 2 * Math.PI * waves[k + DIMENSION];
            for (int d = 0; d < DIMENSION; d++) {
                angle += 6 * (2 * waves[k + d] - 1) * x[d];
            }
            sum += Math.cos(angle);
        }
        return sum * Math.sqrt(2 * (DIMENSION + 1.0) / waves.length);
    }
}
