package org.attune.tla;

import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.Weights;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.Feasibility;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.FailureFitter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The usual weights, and the probability of not failing by what failed in sources, which counts for
 * less the more trials the target has: its logarithm times 4 / (4 + n).
 */
final class SourceFailures implements Weights {
    private static final double TRIALS = 4;
    private static final int MOST = 150; // labels that are modelled

    private final Weights usual;
    private final Optional<Feasibility> feasibility;

    SourceFailures(
            TuningRequest request, Region region, boolean aligned, Records records, Weights usual) {
        this.usual = usual;
        var x = new ArrayList<double[]>();
        var failed = new ArrayList<Integer>();
        for (SourceRecord s : records.sources()) {
            for (Trial t : s.trialsWithin(request.problem().parameterSpace())) {
                boolean hasFailed = t.outcome() instanceof Outcome.Failed;
                if (!(t.outcome() instanceof Outcome.Failed f) || f.cause().isInformative()) {
                    x.add(region.encode(t.configuration()));
                    failed.add(hasFailed ? 1 : 0);
                }
            }
        }
        this.feasibility =
                failed.contains(1) && failed.contains(0)
                        ? learned(region, aligned, x, failed)
                        : Optional.empty();
    }

    private static Optional<Feasibility> learned(
            Region region, boolean aligned, List<double[]> x, List<Integer> failed) {
        double[] y = failed.stream().mapToDouble(f -> f).toArray();
        var fitter =
                new FailureFitter(
                        region.axes(), aligned, Transfer.everywhere().child("failures", 0));
        return fitter.fit(new Dataset(x.toArray(double[][]::new), y), MOST)
                .map(Feasibility::careful);
    }

    @Override
    public List<AcquisitionFunction> of(TaskTrials trials) {
        return and(trials, usual.of(trials));
    }

    @Override
    public List<AcquisitionFunction> ofGain(TaskTrials trials) {
        return and(trials, usual.ofGain(trials));
    }

    private List<AcquisitionFunction> and(TaskTrials trials, List<AcquisitionFunction> others) {
        return Stream.concat(others.stream(), ofSources(trials).stream()).toList();
    }

    @Override
    public List<ToDoubleFunction<double[]>> elsewhere(TaskTrials trials) {
        var all = new ArrayList<>(usual.elsewhere(trials));
        ofSources(trials).ifPresent(f -> all.add(f::value));
        return all;
    }

    @Override
    public List<double[]> running(TaskTrials trials) {
        return usual.running(trials);
    }

    private Optional<Fading> ofSources(TaskTrials trials) {
        return feasibility.map(f -> new Fading(f, TRIALS / (TRIALS + trials.finished().size())));
    }

    /** A logarithm times a factor. */
    private record Fading(AcquisitionFunction log, double factor) implements AcquisitionFunction {
        @Override
        public double value(double[] x) {
            return factor * log.value(x);
        }

        @Override
        public double valueAndGradient(double[] x, double[] gradient) {
            double value = log.valueAndGradient(x, gradient);
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] *= factor;
            }
            return factor * value;
        }

        @Override
        public boolean isAligned() {
            return log.isAligned();
        }
    }
}
