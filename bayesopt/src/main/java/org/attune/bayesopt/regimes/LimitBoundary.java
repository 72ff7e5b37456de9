package org.attune.bayesopt.regimes;

import org.attune.bayesopt.HeldOutGroups;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.FailureModel;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProcessPrior;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A boundary that may be sharp: a {@link FailureModel} of each side. What swaps, spills or falls
 * out of a cache beyond some sum or product of sizes is slow there and does not fail, but its limit
 * is a line or a curve like that of runs out of memory, and can be followed like it. What is slow
 * unless a size is a multiple of eight has no limit, but its sides are told by how often two
 * divides the size.
 */
public final class LimitBoundary extends SidedBoundary {
    private static final double UNKNOWN = 0.5; // where there is no model

    private final Kind kind;
    private final double[][] x;
    private final List<Optional<FailureModel>> sides;

    /** What stays whatever it is drawn from. */
    private record Kind(LinearAlgebra algebra, List<ProcessPrior> priors, double[] theta) {
        Optional<FailureModel> side(Dataset labels) {
            return labels.size() == 0
                    ? Optional.empty()
                    : FailureModel.fit(algebra, priors, labels, theta);
        }
    }

    private LimitBoundary(
            Kind kind, double[][] x, List<Optional<FailureModel>> sides, int regimes) {
        super(regimes);
        this.kind = kind;
        this.x = x;
        this.sides = sides;
    }

    /**
     * Returns a fitter of such boundaries.
     *
     * @param axes of the space
     * @param aligned whether sides may be known by how often two divides whole numbers
     */
    public static Boundary.Fitter fitter(LinearAlgebra algebra, Axes axes, boolean aligned) {
        List<ProcessPrior> priors =
                FailureModel.priors(axes, Priors.informative(axes, true).withAlignment(aligned));
        return (x, partition) -> {
            double[] theta = ProcessBoundary.learned(algebra, priors, x, partition);
            var kind = new Kind(algebra, priors, theta);
            return new LimitBoundary(
                    kind,
                    x,
                    labels(x, partition.labels(), partition.regimes()).map(kind::side).toList(),
                    partition.regimes());
        };
    }

    @Override
    double[] sides(double[] place) {
        return sides.stream()
                .mapToDouble(s -> s.map(m -> m.probability(place)).orElse(UNKNOWN))
                .toArray();
    }

    @Override
    double[] sides(double[] place, double[][] gradients) {
        double[] q = new double[sides.size()];
        for (int s = 0; s < q.length; s++) {
            double[] gradient = gradients[s];
            Arrays.fill(gradient, 0);
            q[s] = sides.get(s).map(m -> m.probability(place, gradient)).orElse(UNKNOWN);
        }
        return q;
    }

    @Override
    public boolean isAligned() {
        return sides.stream().flatMap(Optional::stream).anyMatch(FailureModel::isAligned);
    }

    @Override
    List<double[]> sidesLeftOut() {
        int[] places = HeldOutGroups.configurations(x);
        return sides.stream().flatMap(Optional::stream).map(s -> s.leaveOneOut(places)).toList();
    }

    @Override
    public Boundary of(double[][] others, int[] labels) {
        List<Dataset> are = labels(others, labels, regimes()).toList();
        return new LimitBoundary(
                kind,
                others,
                IntStream.range(0, are.size())
                        .mapToObj(s -> again(sides.get(s), are.get(s)))
                        .toList(),
                regimes());
    }

    private Optional<FailureModel> again(Optional<FailureModel> side, Dataset labels) {
        return side.filter(m -> labels.size() > 0)
                .map(m -> m.of(labels))
                .orElseGet(() -> kind.side(labels));
    }

    /** Returns the answers of each side, 1 for yes. */
    private static Stream<Dataset> labels(double[][] x, int[] regimes, int count) {
        return Arrays.stream(sided(regimes, count))
                .map(yes ->
                        new Dataset(
                                x,
                                IntStream.range(0, yes.length)
                                        .mapToDouble(i -> yes[i] ? 1 : 0)
                                        .toArray()));
    }
}
