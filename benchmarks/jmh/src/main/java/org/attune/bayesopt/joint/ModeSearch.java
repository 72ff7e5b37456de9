package org.attune.bayesopt.joint;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.Collections;
import java.util.Locale;

/**
 * Prints how near the hyperparameters of a model of several tasks are to the posterior mode: by how
 * much the log posterior is below the best of 20 searches from draws of the priors, for 10 data
 * {@linkplain SyntheticTasks sets} of 5 tasks with 40 observations each.
 */
public final class ModeSearch {
    private static final int TASKS = 5;
    private static final int EACH = 40;
    private static final int SETS = 10;
    private static final int STARTS = 20;
    private static final BoxLbfgs.Options LONG = new BoxLbfgs.Options(200, 300, 8, 1e-5, 1e-9);

    private ModeSearch() {}

    /** Prints a line for each data set. */
    public static void main(String[] args) {
        int latent = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int near = 0;
        for (int set = 0; set < SETS; set++) {
            Observations data = SyntheticTasks.data(set, TASKS, EACH);
            var priors = Priors.informative(SyntheticTasks.AXES, true);
            var tasks = new Coregionalization(TASKS, latent);
            var settings = SurrogateSettings.standard();
            var algebra = LinearAlgebra.best();
            CoregionalizedModel model =
                    new CoregionalizationFitter(
                                    algebra,
                                    SyntheticTasks.AXES,
                                    tasks,
                                    true,
                                    TaskWarps.EACH,
                                    settings,
                                    priors,
                                    Collections.nCopies(tasks.tasks(), Enrichment.NONE),
                                    new Seed(set))
                            .fit(data)
                            .orElseThrow();
            var prior =
                    new CoregionalizedPrior(
                            SyntheticTasks.AXES, tasks, settings.kernel(), priors, true, 0);
            Layout layout = prior.layout();
            double[][] places = SyntheticTasks.places(data);
            var likelihood =
                    new Likelihood(
                            algebra, prior.process(), places, SyntheticTasks.z(data), data.noise());
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
}
