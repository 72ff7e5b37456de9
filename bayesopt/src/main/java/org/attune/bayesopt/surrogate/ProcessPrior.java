package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is believed of the outputs of one task or of several before any is known: a Gaussian process
 * with mean zero, put together from a {@link Warping} of its places, a {@link Kernel}, a noise of
 * each task, and hyperparameters theta of all of them.
 */
public final class ProcessPrior {
    private static final double START_NOISE = 0.1;
    private static final int RIDGE_STARTS = 16; // of which the likeliest is taken

    private final Layout layout;
    private final Warping warping;
    private final Kernel kernel;
    private final Layout.Slice noise; // log σ² of each task
    private final int models;
    private final List<RidgeKernel> ridges;
    private final Optional<AlignmentKernel> alignment;

    /**
     * Puts a prior together from parts whose hyperparameters are laid out already.
     *
     * @param noise where the logarithms of the noise variances stand, one of each task
     * @param models M, the number of performance models; their hyperparameters follow
     */
    public ProcessPrior(
            Layout layout, Warping warping, Kernel kernel, Layout.Slice noise, int models) {
        this(layout, warping, kernel, noise, models, List.of(), Optional.empty());
    }

    private ProcessPrior(
            Layout layout,
            Warping warping,
            Kernel kernel,
            Layout.Slice noise,
            int models,
            List<RidgeKernel> ridges,
            Optional<AlignmentKernel> alignment) {
        this.layout = layout;
        this.warping = warping;
        this.noise = noise;
        this.models = models;
        this.ridges = ridges;
        this.alignment = alignment;
        int dimension = warping.axes().dimension();
        int column = dimension + (warping.isOfSeveralTasks() ? 1 : 0);
        this.kernel =
                models == 0
                        ? kernel
                        : Kernel.sum(
                                List.of(
                                        kernel,
                                        new ModelKernel(dimension, column, models, layout)));
    }

    /**
     * Returns the prior of a single task, its kernel an {@link AdditiveKernel} of all axes, beside
     * which the priors may have a trend, ridges and what alignment does.
     *
     * @param models M, the number of performance models
     */
    public static ProcessPrior of(Axes axes, RadialKernel radial, Priors priors, int models) {
        var layout = new Layout();
        int[] all = AdditiveKernel.all(axes);
        Layout.Slice lengthscales = layout.add(priors.lengthscales(all));
        Alignment levels = priors.isAligned() ? Alignment.of(axes) : Alignment.none(axes);
        var warping =
                new Warping(axes, layout.add(priors.warpA()), layout.add(priors.warpB()), levels);
        Optional<Layout.Slice> signal = Optional.of(layout.add(priors.signal()));
        Layout.Slice share = layout.add(priors.share());
        Layout.Slice noise = layout.add(priors.noise());
        var terms = new ArrayList<Kernel>();
        terms.add(new AdditiveKernel(axes, all, radial, lengthscales, signal, share));
        if (priors.isTrended()) {
            terms.add(new TrendKernel(axes, layout));
        }
        List<RidgeKernel> ridges =
                Stream.generate(() -> new RidgeKernel(axes, radial, layout))
                        .limit(priors.ridges())
                        .toList();
        terms.addAll(ridges);
        Optional<AlignmentKernel> alignment =
                levels.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                AlignmentKernel.of(levels, axes.dimension() + models, layout));
        alignment.ifPresent(terms::add);
        return new ProcessPrior(
                layout, warping, Kernel.sum(terms), noise, models, ridges, alignment);
    }

    /**
     * Returns the priors of a single task of which the likeliest is taken, see {@link
     * Priors#compared}: numbers of hyperparameters differ.
     *
     * @param models M, the number of performance models
     */
    public static List<ProcessPrior> compared(
            Axes axes, RadialKernel radial, Priors priors, int models) {
        return priors.compared().map(p -> of(axes, radial, p, models)).toList();
    }

    /**
     * Returns the prior of a single task with a kernel of the caller's.
     *
     * @param kernel makes it, and lays out its hyperparameters
     * @param models M, the number of performance models
     */
    public static ProcessPrior of(
            Axes axes, Priors priors, Function<Layout, Kernel> kernel, int models) {
        var layout = new Layout();
        Kernel own = kernel.apply(layout);
        var warping =
                new Warping(
                        axes,
                        layout.add(priors.warpA()),
                        layout.add(priors.warpB()),
                        Alignment.none(axes));
        return new ProcessPrior(layout, warping, own, layout.add(priors.noise()), models);
    }

    /** Returns where the hyperparameters stand, and what is believed of them. */
    public Layout layout() {
        return layout;
    }

    /** Returns D axes. */
    public Axes axes() {
        return warping.axes();
    }

    /** Returns M, the number of performance models. */
    public int models() {
        return models;
    }

    /** Returns where the points of a task stand, without models. */
    TaskPlace place(int task) {
        return warping.isOfSeveralTasks()
                ? TaskPlace.of(task, new int[0], ModelCoordinates.NONE)
                : TaskPlace.ALONE;
    }

    Warping warping() {
        return warping;
    }

    Kernel kernel() {
        return kernel;
    }

    /** Returns σ² of each task. */
    public double[] noise(double[] theta) {
        return IntStream.range(0, noise.size())
                .mapToDouble(t -> Math.exp(noise.of(theta, t)))
                .toArray();
    }

    Layout.Slice noise() {
        return noise;
    }

    /**
     * Returns theta with much noise. Where short lengthscales explain all that is seen, the
     * posterior is flat along a small noise, and a search from there stays without any; what only
     * one task has can be noise or a function of its own, and each is a mode.
     */
    public double[] noisier(double[] theta) {
        double[] upper = layout.upper();
        double[] noisy = noise.of(theta);
        for (int t = 0; t < noisy.length; t++) {
            double much = Math.min(Math.log(START_NOISE), noise.of(upper, t));
            noisy[t] = Math.max(noisy[t], much);
        }
        return noise.with(theta, noisy);
    }

    /**
     * Returns where a search for the hyperparameters of one task starts: at the mode of the priors,
     * at a large noise, or at a draw from the priors.
     *
     * @param index of the start
     * @param seed of the draw, with the count of observations
     */
    public double[] start(int index, Seed seed, int count) {
        return switch (index) {
            case 0 -> layout.mode();
            case 1 -> noisier(layout.mode());
            default -> layout.sample(seed.generator("hyperparameters-" + index, count));
        };
    }

    /** Returns how many hyperparameters ridges have, 0 without one. */
    int ofRidges() {
        return ridges.stream().mapToInt(RidgeKernel::size).sum();
    }

    /** Returns where a search for the hyperparameters of ridges may start. */
    List<double[]> ridgeStarts(Seed seed, int count) {
        Generator random = seed.generator("ridges-" + ridges.size(), count);
        var starts = new ArrayList<double[]>();
        for (int s = 0; s < RIDGE_STARTS; s++) {
            double[] theta = layout.mode();
            for (RidgeKernel ridge : ridges) {
                theta = ridge.drawn(theta, random);
            }
            starts.add(theta);
        }
        return starts;
    }

    /**
     * Returns what users are told of theta, of the first task: of each axis the lengthscale of the
     * first additive kernel that has it, 1 without one.
     */
    public Hyperparameters hyperparameters(double[] theta) {
        double[] lengthscales = new double[axes().dimension()];
        Arrays.fill(lengthscales, 1);
        List<AdditiveKernel> parts = kernel.parts();
        for (AdditiveKernel part : parts.reversed()) {
            double[] own = part.lengthscales(theta);
            for (int d = 0; d < own.length; d++) {
                lengthscales[part.group()[d]] = own[d];
            }
        }
        axes().spread(lengthscales);
        return new Hyperparameters(
                lengthscales,
                warping.logA().of(theta),
                warping.logB().of(theta),
                parts.isEmpty() ? 1 : parts.getFirst().variance(theta),
                parts.isEmpty() ? 0 : parts.getFirst().share(theta),
                noise(theta)[0],
                ridges.stream().map(r -> r.ridge(theta, axes().dimension())).toList(),
                alignment.map(k -> k.variances(theta)).orElse(Map.of()));
    }

    /** Returns the covariance with these hyperparameters. */
    public Covariance covariance(double[] theta) {
        return new Covariance(axes().dimension() + models, warping, theta, kernel, noise(theta));
    }
}
