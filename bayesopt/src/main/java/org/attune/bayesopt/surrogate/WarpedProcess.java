package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.ModelQuality;
import org.attune.api.Predictor.Draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Gaussian process of one task's warped outputs: predictions are on the warped scale, on which
 * smaller is better as on the raw one. The process may have observations of other tasks too.
 *
 * @param process conditioned on the warped outputs
 * @param task where this task stands in the process, {@link TaskPlace#ALONE} in a process of its
 *     own
 * @param hyperparameters as they are for this task
 * @param warp from outputs to the scale of the process
 * @param data raw, of this task
 * @param logEvidence log density of the raw outputs at the posterior mode, with the prior of the
 *     hyperparameters; NaN in a process of several tasks
 * @param parameters number of hyperparameters that were learned
 * @param alternatives how sure these are, where that is known
 */
public record WarpedProcess(
        GaussianProcess process,
        TaskPlace task,
        Hyperparameters hyperparameters,
        OutputWarp warp,
        Dataset data,
        double logEvidence,
        int parameters,
        Optional<Alternatives> alternatives)
        implements Surrogate {
    /** Draws share the hyperparameters of so many at a time: each set of these has to be fitted. */
    private static final int WITH_THE_SAME = 4;

    private static final int COMPONENTS = 24; // of predictions, each with hyperparameters drawn

    /** The same process with other hyperparameters, that the data allow as well. */
    @FunctionalInterface
    public interface Alternatives {
        /** Returns draws from the posterior of the hyperparameters, as processes. */
        List<WarpedProcess> drawn(int count, Generator random);
    }

    /** Makes a process whose hyperparameters are taken for certain. */
    public WarpedProcess(
            GaussianProcess process,
            TaskPlace task,
            Hyperparameters hyperparameters,
            OutputWarp warp,
            Dataset data,
            double logEvidence,
            int parameters) {
        this(process, task, hyperparameters, warp, data, logEvidence, parameters, Optional.empty());
    }

    /**
     * A fit of a process.
     *
     * @param process conditioned on the warped outputs of all tasks
     * @param parameters number of hyperparameters that were learned
     */
    public record ProcessFit(GaussianProcess process, int parameters) implements Fit {
        @Override
        public double logLikelihood() {
            return process.logLikelihood();
        }
    }

    @Override
    public int dimension() {
        return process.dimension() - task.models().size();
    }

    @Override
    public void predict(double[] x, double[] out) {
        process.predict(task.of(x), out);
        if (!task.mean().isNone()) {
            out[0] += task.mean().at(x);
        }
    }

    @Override
    public double mean(double[] x) {
        double mean = process.mean(task.of(x));
        return task.mean().isNone() ? mean : mean + task.mean().at(x);
    }

    @Override
    public double mean(double[] x, double[] gradient) {
        if (task.models().size() > 0) {
            return Surrogate.super.mean(x, gradient);
        }
        double mean = process.mean(task.of(x), gradient);
        return task.mean().isNone() ? mean : mean + task.mean().addSlope(x, gradient);
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        if (task.models().size() == 0) {
            process.predict(task.of(x), out, meanGradient, varianceGradient);
        } else {
            double[][] by = new double[2][process.dimension()];
            process.predict(task.of(x), out, by[0], by[1]);
            task.models().addSlopes(x, by, new double[][] {meanGradient, varianceGradient});
        }
        if (!task.mean().isNone()) {
            out[0] += task.mean().addSlope(x, meanGradient);
        }
    }

    @Override
    public double[] means(double[][] x) {
        double[] means = process.means(places(x));
        for (int i = 0; i < means.length && !task.mean().isNone(); i++) {
            means[i] += task.mean().at(x[i]);
        }
        return means;
    }

    @Override
    public Draws draws(int count, Generator random) {
        return draws(count, GaussianProcess.FEATURES, random);
    }

    private Draws draws(int count, int basis, Generator random) {
        Draws beside = process.draws(count, basis, random);
        return x -> {
            double[][] values = beside.values(places(x));
            for (int i = 0; i < x.length && !task.mean().isNone(); i++) {
                double mean = task.mean().at(x[i]);
                for (double[] draw : values) {
                    draw[i] += mean;
                }
            }
            return values;
        };
    }

    @Override
    public Draws marginalDraws(int count, Generator random) {
        if (alternatives.isEmpty()) {
            return draws(count, random);
        }
        int sets = (count + WITH_THE_SAME - 1) / WITH_THE_SAME;
        var all = new ArrayList<Draws>();
        List<WarpedProcess> drawn = alternatives.get().drawn(sets, random);
        for (int s = 0; s < sets; s++) {
            int some = Math.min(WITH_THE_SAME, count - WITH_THE_SAME * s);
            int basis = Math.max(GaussianProcess.FEATURES / sets, 1);
            all.add(drawn.get(s).draws(some, basis, random));
        }
        return x -> all.stream().flatMap(d -> Arrays.stream(d.values(x))).toArray(double[][]::new);
    }

    /** Each draw of the hyperparameters is a component. */
    @Override
    public NormalMixture marginal(Generator random) {
        if (alternatives.isEmpty()) {
            return Surrogate.super.marginal(random);
        }
        List<WarpedProcess> drawn = alternatives.get().drawn(COMPONENTS, random);
        return x -> {
            double[][] rows = new double[COMPONENTS][];
            double[] moments = new double[2];
            for (int k = 0; k < COMPONENTS; k++) {
                drawn.get(k).predict(x, moments);
                rows[k] = new double[] {1.0 / COMPONENTS, moments[0], moments[1]};
            }
            return rows;
        };
    }

    private double[][] places(double[][] x) {
        return Arrays.stream(x).map(task::of).toArray(double[][]::new);
    }

    @Override
    public double noiseVariance() {
        return hyperparameters.noiseVariance();
    }

    @Override
    public Optional<Hyperparameters> kernel() {
        return Optional.of(hyperparameters);
    }

    @Override
    public Optional<Fit> fit() {
        return Optional.of(new ProcessFit(process, parameters));
    }

    @Override
    public List<ModelQuality> performanceModels() {
        return task.models().qualities();
    }

    @Override
    public boolean isShared() {
        return task.isShared();
    }

    @Override
    public Map<String, Object> description(List<String> axes) {
        var map = new LinkedHashMap<String, Object>();
        map.put("lengthscales", Hyperparameters.byName(axes, hyperparameters.lengthscales()));
        map.put("input_warp_log_a", Hyperparameters.byName(axes, hyperparameters.logA()));
        map.put("input_warp_log_b", Hyperparameters.byName(axes, hyperparameters.logB()));
        map.put("signal_variance", hyperparameters.signalVariance());
        map.put("additive_share", hyperparameters.additiveShare());
        map.put("noise_variance", hyperparameters.noiseVariance());
        if (!hyperparameters.ridges().isEmpty()) {
            map.put(
                    "ridges",
                    hyperparameters.ridges().stream()
                            .map(r ->
                                    Map.of(
                                            "variance",
                                            r.variance(),
                                            "weights",
                                            Hyperparameters.byName(axes, r.weights())))
                            .toList());
        }
        if (!hyperparameters.alignment().isEmpty()) {
            var variances = new LinkedHashMap<String, Double>();
            hyperparameters.alignment().forEach((d, v) -> variances.put(axes.get(d), v));
            map.put("alignment", variances);
        }
        map.put("output_warp", warp.description());
        map.put("shared", isShared());
        if (!isShared()) {
            map.put("log_evidence", logEvidence);
        }
        return map;
    }

    @Override
    public double[][] leaveOneOut() {
        double[][] predictions = process.leaveOneOut(task.rows(data.size()));
        for (int i = 0; i < predictions.length && !task.mean().isNone(); i++) {
            predictions[i][0] += task.mean().atRun(i);
        }
        return predictions;
    }

    /** Assumes it with the hyperparameters of what was measured. */
    @Override
    public Optional<Surrogate> assuming(PendingRule rule, List<double[]> pending) {
        if (pending.isEmpty()) {
            return Optional.of(this);
        }
        double lie = Arrays.stream(warped()).min().orElse(0);
        var places = new ArrayList<double[]>();
        double[] assumed = new double[pending.size()]; // beside the mean
        for (double[] point : pending) {
            assumed[places.size()] =
                    (rule == PendingRule.LIAR ? lie : mean(point)) - task.mean().at(point);
            places.add(task.of(point));
        }
        return process.assuming(places, assumed)
                .map(p ->
                        new WarpedProcess(
                                p, task, hyperparameters, warp, data, logEvidence, parameters));
    }
}
