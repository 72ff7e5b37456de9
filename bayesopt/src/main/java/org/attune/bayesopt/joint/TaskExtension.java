package org.attune.bayesopt.joint;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PriorMean;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedData;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A fitted linear coregionalization model, to which one more task is added: of the model of all,
 * the coefficients of that task alone are learned, and everything else stays as it is.
 *
 * <p>What the other tasks' observations need is factorized once, here; each fit costs O(Q N² n) for
 * N observations of these and n of the added task, a step of its search O(Q² n² + n³).
 *
 * <p>Source: the multitask and transfer learning paper, section 5.2.2.
 */
public final class TaskExtension {
    private static final BoxLbfgs.Options SEARCH = new BoxLbfgs.Options(50, 70, 8, 1e-4, 1e-7);

    private final LinearAlgebra algebra;
    private final CoregionalizedModel model;
    private final CoregionalizedPrior prior; // of all tasks
    private final double[] theta; // of all tasks, the added one at its prior mode
    private final GaussianProcess process; // of the fitted tasks' observations
    private final double[] outputs; // of these, warped

    private TaskExtension(
            LinearAlgebra algebra,
            CoregionalizedModel model,
            CoregionalizedPrior prior,
            double[] theta,
            GaussianProcess process,
            double[] outputs) {
        this.algebra = algebra;
        this.model = model;
        this.prior = prior;
        this.theta = theta;
        this.process = process;
        this.outputs = outputs;
    }

    /**
     * Prepares the extension of a model by one task.
     *
     * @param axes of the model
     * @param settings with which it was fitted
     * @param single priors with which it was fitted
     * @param model of S tasks that covary freely, without shifts and performance models, and of at
     *     most {@value GaussianProcess#EXACT} observations
     * @return empty where the covariance of its observations is not positive definite
     * @throws IllegalArgumentException if the model is of another kind
     */
    public static Optional<TaskExtension> of(
            LinearAlgebra algebra,
            Axes axes,
            SurrogateSettings settings,
            Priors single,
            CoregionalizedModel model) {
        if (!(model.tasks() instanceof Coregionalization tasks)) {
            throw new IllegalArgumentException(
                    "A model of tasks that covary by '%s' cannot be extended, only one by 'lcm'."
                            .formatted(model.tasks().name()));
        }
        Observations data = model.data();
        if (data.size() > GaussianProcess.EXACT) {
            throw new IllegalArgumentException(
                    "A model of %d observations cannot be extended, only one of at most %d."
                            .formatted(data.size(), GaussianProcess.EXACT));
        }
        var prior =
                new CoregionalizedPrior(
                        axes,
                        tasks.extended(),
                        settings.kernel(),
                        single.withAlignment(model.prior().alignment().isPresent()),
                        false,
                        0);
        double[] theta = extended(model, prior);
        var none = new Dataset(new double[0][], new double[0]);
        WarpedData seen = seen(prior, with(data, none), warps(model, model.warps().getFirst()));
        return seen.condition(algebra, theta)
                .map(p -> new TaskExtension(algebra, model, prior, theta, p, seen.outputs()));
    }

    /** Returns the hyperparameters of the fitted tasks and, at the mode, of one more. */
    private static double[] extended(CoregionalizedModel model, CoregionalizedPrior prior) {
        double[] fitted = model.theta();
        CoregionalizedPrior before = model.prior();
        var tasks = (Coregionalization) prior.tasks();
        var tasksBefore = (Coregionalization) before.tasks();
        double[] all = prior.layout().mode();
        if (fitted.length + 2 * tasks.latent() + 1 != all.length) {
            throw new IllegalArgumentException(
                    "A model with %d hyperparameters cannot be extended to %d. Maybe its tasks are shifted, or it has performance models."
                            .formatted(fitted.length, all.length));
        }
        System.arraycopy(fitted, 0, all, 0, before.noise().from());
        System.arraycopy(
                fitted, before.noise().from(), all, prior.noise().from(), tasksBefore.tasks());
        int from = before.phi().from();
        int to = prior.phi().from();
        for (int q = 0; q < tasks.latent(); q++) {
            for (int s = 0; s < tasksBefore.tasks(); s++) {
                all[to + tasks.weight(q, s)] = fitted[from + tasksBefore.weight(q, s)];
                all[to + tasks.own(q, s)] = fitted[from + tasksBefore.own(q, s)];
            }
        }
        all[to + tasks.level()] = fitted[from + tasksBefore.level()];
        Layout.Slice alignment = before.ofAlignment();
        System.arraycopy(
                fitted, alignment.from(), all, prior.ofAlignment().from(), alignment.size());
        return all;
    }

    /**
     * Learns the coefficients of the added task.
     *
     * @param data what was measured of it, at least once
     * @param warp of its outputs
     * @return the model of all tasks, of which it is the last; empty where no coefficients give a
     *     positive definite covariance
     */
    public Optional<CoregionalizedModel> fit(Dataset data, OutputWarp warp) {
        AddedTaskLikelihood likelihood = likelihood(data, warp);
        int[] entries = AddedTaskLikelihood.entries(prior);
        double[] lower = of(prior.layout().lower(), entries);
        double[] upper = of(prior.layout().upper(), entries);
        return starts(entries).stream()
                .map(start -> BoxLbfgs.minimize(likelihood, start, lower, upper, SEARCH))
                .filter(found -> Double.isFinite(found.value()))
                .min(Comparator.comparingDouble(BoxLbfgs.Result::value))
                .flatMap(found -> model(likelihood.with(found.x()), data, warp));
    }

    /**
     * Returns what a fit minimizes: the negative log posterior of the coefficients (a_1, …, a_Q,
     * log κ_1, …, log κ_Q, log σ²) of the added task. Used by one thread.
     */
    public BoxLbfgs.Objective posterior(Dataset data, OutputWarp warp) {
        return likelihood(data, warp);
    }

    /**
     * Returns the same function with a factorization of the covariance of all observations in each
     * evaluation, and with derivatives by all hyperparameters of which those of the coefficients
     * are kept: what the extension saves is seen beside it.
     */
    public BoxLbfgs.Objective posteriorOfAll(Dataset data, OutputWarp warp) {
        AddedTaskLikelihood coefficients = likelihood(data, warp);
        Observations all = with(model.data(), data);
        BoxLbfgs.Objective whole = seen(prior, all, warps(model, warp)).posterior(algebra);
        int[] entries = AddedTaskLikelihood.entries(prior);
        double[] gradient = new double[prior.layout().size()];
        return (v, out) -> {
            double value = whole.valueAndGradient(coefficients.with(v), gradient);
            System.arraycopy(of(gradient, entries), 0, out, 0, v.length);
            return value;
        };
    }

    AddedTaskLikelihood likelihood(Dataset data, OutputWarp warp) {
        Covariance covariance = prior.process().covariance(theta);
        double[][] x = data.x();
        double[] z = new double[x.length];
        double[][] at = new double[x.length][];
        var noise = new ObservationNoise[x.length];
        for (int i = 0; i < z.length; i++) {
            z[i] = warp.forward(data.y()[i]);
            at[i] = covariance.warped(place(x[i], prior.tasks().tasks() - 1));
            noise[i] = data.noise()[i].on(warp, data.y()[i]);
        }
        Observations fitted = model.data();
        double[][] places = new double[fitted.size()][];
        for (int i = 0; i < places.length; i++) {
            places[i] = covariance.warped(place(fitted.x()[i], fitted.task()[i]));
        }
        return new AddedTaskLikelihood(
                algebra,
                prior,
                theta,
                process.factor().orElseThrow(),
                places,
                outputs,
                at,
                z,
                noise);
    }

    /** Returns a start at the coefficients of each fitted task, and one at the prior's mode. */
    private List<double[]> starts(int[] entries) {
        var tasks = (Coregionalization) prior.tasks();
        var starts = new ArrayList<double[]>();
        for (int s = 0; s < tasks.tasks(); s++) {
            double[] start = of(theta, entries);
            for (int q = 0; q < tasks.latent(); q++) {
                start[q] = theta[prior.phi().from() + tasks.weight(q, s)];
                start[tasks.latent() + q] = theta[prior.phi().from() + tasks.own(q, s)];
            }
            starts.add(start);
        }
        return starts;
    }

    /** Returns the model of all observations with these hyperparameters. */
    private Optional<CoregionalizedModel> model(double[] all, Dataset data, OutputWarp warp) {
        Observations observations = with(model.data(), data);
        List<OutputWarp> warps = warps(model, warp);
        WarpedData seen = seen(prior, observations, warps);
        Covariance covariance = prior.process().covariance(all);
        double[] z = seen.outputs();
        int before = outputs.length;
        Optional<GaussianProcess> ofAll =
                observations.isPlain()
                        ? process.under(covariance)
                                .flatMap(p ->
                                        p.with(
                                                List.of(seen.places()).subList(before, z.length),
                                                Arrays.copyOfRange(z, before, z.length)))
                        : seen.condition(algebra, all);
        return ofAll.map(p ->
                new CoregionalizedModel(
                        p.scaled(model.factor()),
                        prior,
                        all,
                        model.factor(),
                        observations,
                        warps,
                        Collections.nCopies(warps.size(), ModelCoordinates.NONE),
                        Collections.nCopies(warps.size(), PriorMean.NONE)));
    }

    private static WarpedData seen(
            CoregionalizedPrior prior, Observations data, List<OutputWarp> warps) {
        return new WarpedData(
                prior.process(),
                data.task(),
                data.ofTasks(),
                warps,
                Collections.nCopies(warps.size(), ModelCoordinates.NONE),
                Collections.nCopies(warps.size(), PriorMean.NONE));
    }

    /** Returns observations followed by those of one more task. */
    private static Observations with(Observations data, Dataset more) {
        int tasks = data.tasks() + 1;
        int[] index = new int[more.size()];
        Arrays.fill(index, data.tasks());
        var own = new Observations(tasks, index, more.x(), more.y(), more.noise());
        return new Observations(tasks, data.task(), data.x(), data.y(), data.noise()).then(own);
    }

    private static List<OutputWarp> warps(CoregionalizedModel model, OutputWarp more) {
        var warps = new ArrayList<OutputWarp>(model.warps());
        warps.add(more);
        return List.copyOf(warps);
    }

    private static double[] place(double[] x, int task) {
        double[] place = Arrays.copyOf(x, x.length + 1);
        place[x.length] = task;
        return place;
    }

    private static double[] of(double[] vector, int[] entries) {
        return IntStream.of(entries).mapToDouble(i -> vector[i]).toArray();
    }
}
