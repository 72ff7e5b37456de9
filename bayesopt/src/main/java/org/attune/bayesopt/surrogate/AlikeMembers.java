package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.List;

/** Members of a {@link FailureModel} whose kernel has the same hyperparameters. */
record AlikeMembers(LabelledPlaces places, List<FailureMember> members) {
    /** Returns whether what divides a whole number counts. */
    boolean isAligned() {
        return places.isAligned() && !members.isEmpty();
    }

    /** Returns the sum of the probabilities that they say, each times its weight. */
    double probability(double[] x) {
        return new At(places.covariance().warped(x), false).probability();
    }

    /** Does so, and adds its derivatives. */
    double probability(double[] x, double[] gradient) {
        Covariance covariance = places.covariance();
        var here = new At(covariance.warped(x), true);
        double probability = here.probability();
        double[] slope = here.slope();
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] += slope[d] * covariance.warpSlope(d, x[d]);
        }
        return probability;
    }

    /** What they say of a warped place. */
    private final class At {
        private final double[] at;
        private final boolean isSloped; // whether derivatives are wanted
        private final double[][] slopes; // of the covariance with each label
        private final double[] correlations;
        private final double[] lines;
        private final double ownLine;
        private final double[] byCorrelation; // derivatives of the probability
        private final double[] byLine;
        private double byOwnLine;

        At(double[] at, boolean isSloped) {
            this.at = at;
            this.isSloped = isSloped;
            Covariance covariance = places.covariance();
            int n = places.x().length;
            this.slopes = new double[isSloped ? n : 0][covariance.dimension()];
            this.correlations = new double[n];
            this.lines = new double[n];
            this.ownLine = places.line().value(at, at);
            this.byCorrelation = new double[slopes.length];
            this.byLine = new double[slopes.length];
            if (isSloped) {
                places.sections().addTo(at, correlations, slopes);
            } else {
                places.sections().addTo(at, correlations);
            }
            for (int i = 0; i < n; i++) {
                correlations[i] *= places.scale();
                lines[i] = places.line().value(at, places.x()[i]);
            }
        }

        double probability() {
            double own = places.scale() * places.covariance().variance(at);
            return members.stream()
                    .mapToDouble(m -> probability(m, m.belief().covariance(own, ownLine)))
                    .sum();
        }

        private double probability(FailureMember member, double prior) {
            FailureBelief belief = member.belief();
            double[] k = new double[lines.length];
            Arrays.setAll(k, i -> belief.covariance(correlations[i], lines[i]));
            double[] half = new double[slopes.length];
            ExplainedVariance of = member.process().explainedVariance();
            double explained = isSloped ? of.of(k, half) : of.of(k);
            double deviation = Math.sqrt(1 + Math.max(prior - explained, 0));
            double z = (belief.mean() + Vectors.dot(k, member.process().slope())) / deviation;
            if (isSloped) {
                addSlopes(member, z, deviation, half);
            }
            return member.weight() * StandardNormal.cdf(z);
        }

        /** Adds the derivatives of what a member says, Φ((m + kᵀ∇π) / √(1 + σ²)). */
        private void addSlopes(FailureMember member, double z, double deviation, double[] half) {
            FailureBelief belief = member.belief();
            double density = member.weight() * StandardNormal.pdf(z) / deviation;
            double[] pull = member.process().slope();
            for (int i = 0; i < half.length; i++) {
                double by = density * (pull[i] + z / deviation * half[i]);
                byCorrelation[i] += belief.variance() * by;
                byLine[i] += belief.slopeByLine(lines[i]) * by;
            }
            byOwnLine -= belief.slopeByLine(ownLine) * density * z / (2 * deviation);
        }

        /** Returns the derivatives of the probability by the warped coordinates. */
        double[] slope() {
            double[] slope = new double[places.covariance().dimension()];
            for (int i = 0; i < lines.length; i++) {
                double by = places.scale() * byCorrelation[i];
                for (int d = 0; d < slope.length; d++) {
                    slope[d] += by * slopes[i][d];
                }
                places.line().addSlope(byLine[i], places.x()[i], slope);
            }
            places.line().addSlope(2 * byOwnLine, at, slope);
            return slope;
        }
    }
}
