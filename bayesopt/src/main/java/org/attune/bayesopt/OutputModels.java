package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.acquisition.LogHypervolumeImprovement;
import org.attune.bayesopt.acquisition.LogProduct;
import org.attune.bayesopt.acquisition.LogRangeProbability;
import org.attune.bayesopt.acquisition.LowerConfidenceBound;
import org.attune.bayesopt.acquisition.NondominatedPoints;
import org.attune.bayesopt.surrogate.PendingRule;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The surrogates of the outputs of one task, and what they make of a further trial: its gain, one
 * output being improved or the hypervolume of several, times the probability that it does not fail
 * and that every output is in its range. As long as no trial is usable there is nothing to improve
 * on, and that probability is all.
 */
final class OutputModels {
    private static final double NARROWEST = 1e-4; // of ranges, in deviations of the output
    private static final double MARGIN = 0.1; // of the reference point, in extents of the front

    private final SequencedMap<Objective, Surrogate> models;
    private final EngineSettings settings;
    private final List<double[]> usable;

    /**
     * Joins the surrogates.
     *
     * @param models of the outputs that are modelled
     * @param usable coordinates of the trials whose outputs are all in range
     */
    OutputModels(
            SequencedMap<Objective, Surrogate> models,
            EngineSettings settings,
            List<double[]> usable) {
        this.models = new LinkedHashMap<>(models);
        this.settings = settings;
        this.usable = usable;
    }

    /** Returns whether a surrogate knows whole numbers by how often two divides them. */
    boolean isAligned() {
        return models.values().stream().anyMatch(Surrogate::isAligned);
    }

    /** Returns the surrogates, the first objective's first. */
    SequencedMap<Objective, Surrogate> surrogates() {
        return Collections.unmodifiableSequencedMap(models);
    }

    /** Returns the model of the output that is optimised; empty where there are several. */
    Optional<Surrogate> single() {
        return optimized().count() == 1
                ? optimized().findFirst().map(models::get)
                : Optional.empty();
    }

    /**
     * Returns the logarithm of the improvement that is expected at x, of one objective in
     * deviations of its outputs, of m objectives the m-th root of the hypervolume; NaN where there
     * is nothing to improve on.
     */
    double logGain(AcquisitionFunction logImprovement, double[] x) {
        return usable.isEmpty() ? Double.NaN : logImprovement.value(x) / optimized().count();
    }

    /** Returns what is maximised, in a word. */
    String word(AcquisitionRule rule) {
        String gain = single().isPresent() ? SingleTaskProposer.word(rule) : "log-ehvi";
        return usable.isEmpty() ? "in-range" : gain;
    }

    /** Returns whether no model is better than the mean of what it was fitted to. */
    boolean predictNothing() {
        return models.values().stream().allMatch(LeaveOneOut::predictsNothing);
    }

    /**
     * Returns the acquisition functions that a rule may choose from; empty where the models break
     * down under what is assumed.
     *
     * @param pending coordinates of pending trials
     * @param weights logarithms of what the gain is multiplied with
     */
    Optional<Function<AcquisitionRule, AcquisitionFunction>> acquisitions(
            List<double[]> pending, List<AcquisitionFunction> weights) {
        return assuming(pending)
                .map(assumed -> chosen -> acquisition(chosen, assumed, pending, weights));
    }

    /**
     * Returns minus the sum of the confidence bounds of what is optimised, which needs nothing to
     * improve on; empty where the models break down under what is assumed.
     *
     * @param exploration κ of the bounds
     * @param pending coordinates of pending trials
     * @param weights logarithms of what a gain is multiplied with
     */
    Optional<AcquisitionFunction> lowest(
            double exploration, List<double[]> pending, List<AcquisitionFunction> weights) {
        return assuming(pending)
                .map(assumed -> {
                    AcquisitionFunction depth =
                            optimized()
                                    .map(o ->
                                            (AcquisitionFunction)
                                                    new LowerConfidenceBound(
                                                            assumed.get(o), 0, exploration))
                                    .reduce(LogProduct::new)
                                    .orElseThrow();
                    return weight(assumed, weights)
                            .map(w -> AcquisitionRule.LCB.weighted(depth, w))
                            .orElse(depth);
                });
    }

    private Optional<SequencedMap<Objective, Surrogate>> assuming(List<double[]> pending) {
        PendingRule rule = optimized().count() > 1 ? PendingRule.BELIEVER : settings.pending();
        var assumed = new LinkedHashMap<Objective, Surrogate>();
        models.forEach((output, model) ->
                model.assuming(rule, pending).ifPresent(m -> assumed.put(output, m)));
        return assumed.size() < models.size() ? Optional.empty() : Optional.of(assumed);
    }

    /** Returns these weights and, of each output with a range, the probability of being in it. */
    List<ToDoubleFunction<double[]>> withRanges(List<ToDoubleFunction<double[]>> weights) {
        var all = new ArrayList<>(weights);
        inRange(models).forEach(r -> all.add(r::value));
        return all;
    }

    private Optional<AcquisitionFunction> weight(
            SequencedMap<Objective, Surrogate> assumed, List<AcquisitionFunction> weights) {
        return Stream.concat(weights.stream(), inRange(assumed)).reduce(LogProduct::new);
    }

    private AcquisitionFunction acquisition(
            AcquisitionRule rule,
            SequencedMap<Objective, Surrogate> assumed,
            List<double[]> pending,
            List<AcquisitionFunction> weights) {
        Optional<AcquisitionFunction> weight = weight(assumed, weights);
        if (usable.isEmpty() && weight.isPresent()) {
            return weight.get();
        }
        List<Surrogate> optimized = optimized().map(assumed::get).toList();
        if (optimized.size() > 1) {
            AcquisitionFunction gain = hypervolume(optimized, pending);
            return weight.map(w -> (AcquisitionFunction) new LogProduct(gain, w)).orElse(gain);
        }
        Stream<double[]> believed = pending.stream().filter(this::isBelievedInRange);
        List<double[]> places = Stream.concat(known().stream(), believed).toList();
        double incumbent = single().orElseThrow().incumbent(places);
        AcquisitionFunction gain = rule.of(optimized.getFirst(), incumbent, settings.exploration());
        return weight.map(w -> rule.weighted(gain, w)).orElse(gain);
    }

    /** Returns the places to improve on; all that were measured where none is usable. */
    private List<double[]> known() {
        return usable.isEmpty() ? List.of(models.firstEntry().getValue().data().x()) : usable;
    }

    private Stream<Objective> optimized() {
        return models.keySet().stream().filter(Objective::optimize);
    }

    /** Improves on what is believed of the usable and the pending trials. */
    private AcquisitionFunction hypervolume(List<Surrogate> optimized, List<double[]> pending) {
        List<double[]> front = means(optimized, known());
        double[] reference = reference(front);
        front = Stream.concat(front.stream(), means(optimized, pending).stream()).toList();
        return new LogHypervolumeImprovement(optimized, front, reference);
    }

    private static List<double[]> means(List<Surrogate> models, List<double[]> places) {
        var means = new ArrayList<double[]>();
        double[] moments = new double[2];
        for (double[] x : places) {
            double[] mean = new double[models.size()];
            for (int k = 0; k < mean.length; k++) {
                models.get(k).predict(x, moments);
                mean[k] = moments[0];
            }
            means.add(mean);
        }
        return means;
    }

    /**
     * Returns a tenth of the extent beyond the worst value of each output; of three outputs and
     * more, in turns with a tenth beyond the worst of the front alone. With the first the search
     * goes for extremes, the more so the more outputs there are; with the second alone it stays
     * where a front of few trials is.
     */
    private static double[] reference(List<double[]> all) {
        int outputs = all.getFirst().length;
        boolean near = outputs > 2 && all.size() % 2 == 1;
        List<double[]> bounding = near ? NondominatedPoints.of(all, outputs) : all;
        double[] reference = new double[outputs];
        for (int k = 0; k < outputs; k++) {
            int column = k;
            var s = bounding.stream().mapToDouble(p -> p[column]).summaryStatistics();
            reference[k] = s.getMax() + MARGIN * Math.max(s.getMax() - s.getMin(), 0.1);
        }
        return reference;
    }

    private Stream<AcquisitionFunction> inRange(SequencedMap<Objective, Surrogate> assumed) {
        return assumed.entrySet().stream()
                .filter(e ->
                        e.getKey().isRanged() && settings.outOfRange() == OutOfRange.PROBABILITY)
                .map(e -> inRange(e.getKey(), e.getValue()));
    }

    private static AcquisitionFunction inRange(Objective output, Surrogate model) {
        double lower = lower(output, model);
        return new LogRangeProbability(
                model,
                lower,
                Math.max(upper(output, model), lower + NARROWEST),
                model.noiseVariance());
    }

    /** Returns whether every output is predicted within its range at x. */
    private boolean isBelievedInRange(double[] x) {
        double[] moments = new double[2];
        return models.entrySet().stream()
                .filter(e -> e.getKey().isRanged())
                .allMatch(e -> {
                    e.getValue().predict(x, moments);
                    return moments[0] >= lower(e.getKey(), e.getValue())
                            && moments[0] <= upper(e.getKey(), e.getValue());
                });
    }

    /** Returns the smallest value in the range of an output, on the scale of its model. */
    private static double lower(Objective output, Surrogate model) {
        return model.warped(output.goal().sign() > 0 ? output.lower() : -output.upper());
    }

    private static double upper(Objective output, Surrogate model) {
        return model.warped(output.goal().sign() > 0 ? output.upper() : -output.lower());
    }
}
