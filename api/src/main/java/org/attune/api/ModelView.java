package org.attune.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * What a model has learned of one task, for human readers.
 *
 * @param task whose model it is
 * @param trust how far to believe the rest
 * @param parameters in their order
 * @param noise standard deviation of repeated runs near the median one, in the unit of the output
 * @param additiveShare share of the prior variance that is a sum over parameters, in [0, 1]; NaN
 *     where the model is not of one such part, as with regimes
 * @param sums of parameters along which the output varies, beside what each parameter does
 * @param alignments what whole numbers do by how often two divides them, beside what their size
 *     does
 * @param outputWarp name of the map that makes outputs more regular
 * @param best admissible configuration of the best predicted value
 * @param prediction there
 */
public record ModelView(
        Point task,
        Trust trust,
        List<Influence> parameters,
        double noise,
        double additiveShare,
        List<Sum> sums,
        List<Alignment> alignments,
        String outputWarp,
        Point best,
        Prediction prediction) {
    /** Copies the list. */
    public ModelView {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(trust, "trust");
        parameters = List.copyOf(parameters);
        sums = List.copyOf(sums);
        alignments = List.copyOf(alignments);
        Objects.requireNonNull(best, "best");
        Objects.requireNonNull(prediction, "prediction");
    }

    /**
     * What the model has learned of the range of a parameter.
     *
     * @param parameter its name
     * @param lengthscale distance over which outputs stay alike, as a fraction of the (warped)
     *     range: small where the output changes fast
     * @param finer where the learned warp of the range resolves more, such as {@code low values};
     *     {@code nowhere} without one
     */
    public record Influence(String parameter, double lengthscale, String finer) {}

    /**
     * A weighted sum of parameters, in (warped) ranges, of which the output is a function.
     *
     * @param weights by the parameters' names, the largest one 1
     * @param share of this function in the prior variance, in [0, 1]
     */
    public record Sum(SequencedMap<String, Double> weights, double share) {
        /** Copies the map. */
        public Sum {
            weights = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(weights));
        }
    }

    /**
     * An integer parameter whose values matter by how often two divides them, as block sizes do by
     * vectors, warps and cache lines.
     *
     * @param parameter its name
     * @param predicted output of the best configuration with the nearest value that two divides
     *     never, once, twice and so on instead, by these values
     * @param failing probability that a run fails there, by the same values, where a run has
     *     failed; otherwise empty
     */
    public record Alignment(
            String parameter,
            SequencedMap<Long, Double> predicted,
            SequencedMap<Long, Double> failing) {
        /** Copies the maps. */
        public Alignment {
            predicted = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(predicted));
            failing = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(failing));
        }
    }
}
