package org.attune.bayesopt.joint;

import org.attune.bayesopt.surrogate.AdditiveKernel;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.AlignmentKernel;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.Warping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is believed of T tasks with Q latent functions: a {@link ProcessPrior} whose hyperparameters
 * are
 *
 * <pre>
 *   (log ℓ_q1, …, log ℓ_qD, log w_q/(1-w_q) for q = 1, …, Q;  log a_1, …, log a_D;  log b_1, …, log b_D;
 *    log σ²_1, …, log σ²_T;  s_11, …, s_1D, …, s_TD;  φ)
 * </pre>
 *
 * with the lengthscales ℓ and additive shares w of each latent function, one input warp (a, b) for
 * all, a noise σ² per task, where tasks may be shifted the shift s of each along each axis, the
 * hyperparameters φ of the {@link TaskCovariance}, and after it those of an {@link
 * AlignmentKernel}, if there is one, and of what performance models say, which is the same in all
 * tasks.
 */
final class CoregionalizedPrior {
    private final TaskCovariance tasks;
    private final ProcessPrior process;
    private final List<AdditiveKernel> latent = new ArrayList<>();
    private final Layout.Slice noise;
    private final Layout.Slice phi;
    private final Optional<AlignmentKernel> alignment;
    private final Layout.Slice ofAlignment;

    /**
     * Lays out the hyperparameters.
     *
     * @param single of what models of one and of several tasks have
     * @param shifted whether what one task is like another may be like at a shifted place
     * @param models number of performance models
     */
    CoregionalizedPrior(
            Axes axes,
            TaskCovariance tasks,
            RadialKernel radial,
            Priors single,
            boolean shifted,
            int models) {
        this.tasks = tasks;
        var layout = new Layout();
        int[] all = AdditiveKernel.all(axes);
        for (int q = 0; q < tasks.latent(); q++) {
            latent.add(AdditiveKernel.ofUnitVariance(axes, all, radial, single, layout));
        }
        Layout.Slice logA = layout.add(single.warpA());
        Layout.Slice logB = layout.add(single.warpB());
        noise = layout.add(single.noise().times(tasks.tasks()));
        Optional<Layout.Slice> shifts =
                shifted
                        ? Optional.of(layout.add(Warping.shifts(axes, tasks.tasks())))
                        : Optional.empty();
        phi = layout.add(tasks.block());
        Alignment levels = single.isAligned() ? Alignment.of(axes) : Alignment.none(axes);
        int column = axes.dimension(); // of the task
        var terms = new ArrayList<Kernel>();
        terms.add(new CoregionalizedKernel(tasks, phi, List.copyOf(latent), column));
        int from = layout.size();
        alignment =
                levels.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                AlignmentKernel.ofTasks(
                                        tasks.tasks(), levels, column, models, layout));
        alignment.ifPresent(terms::add);
        ofAlignment = new Layout.Slice(from, layout.size() - from);
        var warping = new Warping(axes, logA, logB, shifts, true, levels);
        process = new ProcessPrior(layout, warping, Kernel.sum(terms), noise, models);
    }

    TaskCovariance tasks() {
        return tasks;
    }

    ProcessPrior process() {
        return process;
    }

    Layout layout() {
        return process.layout();
    }

    /** Returns where the logarithms of the tasks' noise variances stand. */
    Layout.Slice noise() {
        return noise;
    }

    /** Returns where φ stands. */
    Layout.Slice phi() {
        return phi;
    }

    /** Returns the prior kernel of each latent function. */
    List<AdditiveKernel> latent() {
        return latent;
    }

    /** Returns the prior kernel of what alignment does, if it may do something. */
    Optional<AlignmentKernel> alignment() {
        return alignment;
    }

    /** Returns where the hyperparameters of alignment stand, at the end of all. */
    Layout.Slice ofAlignment() {
        return ofAlignment;
    }

    /**
     * Returns the hyperparameters with those of alignment at the mode of their prior.
     *
     * @param theta of the same prior without alignment
     */
    double[] aligned(double[] theta) {
        double[] all = layout().mode();
        int from = ofAlignment.from();
        int to = from + ofAlignment.size();
        System.arraycopy(theta, 0, all, 0, from);
        System.arraycopy(theta, from, all, to, theta.length - from);
        return all;
    }

    /** Returns B_0, …, B_Q times a factor. */
    double[][] matrices(double[] theta, double factor) {
        double[][] b = tasks.matrices(phi.of(theta));
        for (double[] matrix : b) {
            Arrays.setAll(matrix, i -> factor * matrix[i]);
        }
        return b;
    }

    /**
     * Returns what one task would call its hyperparameters: those of the latent functions, averaged
     * with their shares of the task's variance.
     *
     * @param factor of all variances
     */
    Hyperparameters ofTask(double[] theta, double factor, int task) {
        double[][] b = matrices(theta, 1);
        int own = task * tasks.tasks() + task;
        double variance = Arrays.stream(b).mapToDouble(m -> m[own]).sum();
        double[] logLengthscales = new double[process.axes().dimension()];
        double share = 0;
        for (int q = 0; q < latent.size(); q++) {
            double weight = b[q + 1][own] / (variance - b[0][own]);
            share += weight * latent.get(q).share(theta);
            double[] ofFunction = latent.get(q).lengthscales(theta);
            int[] group = latent.get(q).group();
            for (int d = 0; d < ofFunction.length; d++) {
                logLengthscales[group[d]] += weight * Math.log(ofFunction[d]);
            }
        }
        Hyperparameters common = process.hyperparameters(theta);
        double[] lengthscales = Arrays.stream(logLengthscales).map(Math::exp).toArray();
        process.axes().spread(lengthscales);
        return new Hyperparameters(
                        lengthscales,
                        common.logA(),
                        common.logB(),
                        variance,
                        share,
                        process.noise(theta)[task],
                        List.of(),
                        alignment.map(k -> k.variances(theta)).orElse(Map.of()))
                .withVariancesTimes(factor);
    }

    /**
     * Returns the prior correlations of the tasks at one configuration, their levels apart.
     *
     * @return T rows of T
     */
    double[][] correlation(double[] theta) {
        int count = tasks.tasks();
        double[] sum = new double[count * count];
        double[][] b = matrices(theta, 1);
        for (int q = 1; q < b.length; q++) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += b[q][i];
            }
        }
        double[][] correlation = new double[count][count];
        for (int s = 0; s < count; s++) {
            for (int t = 0; t < count; t++) {
                double own = Math.sqrt(sum[s * count + s] * sum[t * count + t]);
                correlation[s][t] = s == t ? 1 : sum[s * count + t] / own;
            }
        }
        return correlation;
    }
}
