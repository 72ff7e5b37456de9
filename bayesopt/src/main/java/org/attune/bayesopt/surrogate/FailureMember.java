package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A process of a {@link FailureModel} and its weight.
 *
 * @param weight its share of all, or the logarithm of what is proportional to it
 */
record FailureMember(FailureBelief belief, ProbitProcess process, double weight) {
    /** Returns a member, the logarithm of its weight as its weight. */
    static FailureMember of(FailureBelief belief, ProbitProcess process) {
        return new FailureMember(belief, process, logWeight(belief, process));
    }

    /** Returns the logarithm of what its weight is proportional to. */
    static double logWeight(FailureBelief belief, ProbitProcess process) {
        return Math.log(belief.share()) + process.logEvidence();
    }

    FailureMember weighing(double other) {
        return new FailureMember(belief, process, other);
    }

    /** Returns the member of other labels, the logarithm of its weight as its weight. */
    Optional<FailureMember> of(
            LinearAlgebra algebra, LabelledPlaces labels, LabelledPlaces others) {
        double[] prior = others.prior(belief);
        boolean[] failed = others.failed();
        int n = failed.length;
        Optional<ProbitProcess> again =
                belief.isSharp()
                        ? MatchedMoments.of(
                                algebra,
                                prior,
                                belief.mean(),
                                failed,
                                process,
                                IntStream.range(0, n)
                                        .map(i -> others.isThatOf(labels, i) ? i : -1)
                                        .toArray())
                        : ProbitProcess.of(algebra, prior, belief.mean(), failed, process.slope());
        return again.map(p -> of(belief, p));
    }

    /** Returns the probability of each label, as those at other places say. */
    double[] leaveOneOut(LabelledPlaces labels, int[] numbers) {
        double[] fails = process.leaveOneOut(labels.prior(belief), belief.mean(), numbers);
        Arrays.setAll(fails, i -> labels.failed()[i] ? fails[i] : 1 - fails[i]);
        return fails;
    }
}
