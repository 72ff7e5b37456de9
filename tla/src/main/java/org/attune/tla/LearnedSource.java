package org.attune.tla;

import org.attune.api.SourceRecord;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.List;

/**
 * A source as a model of one output, on a scale on which sources are alike: predictions have mean 0
 * and standard deviation 1 over the same reference configurations of the target, wherever the
 * source's own trials were.
 */
final class LearnedSource {
    private final SourceRecord record;
    private final Surrogate model;
    private final double mean;
    private final double deviation;
    private final double[] reference;

    /**
     * Puts a model on the scale.
     *
     * @param model of the source's output, oriented so that smaller is better
     * @param places coordinates of the reference configurations
     */
    LearnedSource(SourceRecord record, Surrogate model, double[][] places) {
        this.record = record;
        this.model = model;
        double[] z = model.means(places);
        double sum = 0;
        double squares = 0;
        for (double v : z) {
            sum += v / z.length;
        }
        for (double v : z) {
            squares += (v - sum) * (v - sum) / z.length;
        }
        this.mean = sum;
        this.deviation = squares > 1e-12 ? Math.sqrt(squares) : 1; // of a model that is flat
        this.reference = z;
        for (int i = 0; i < z.length; i++) {
            z[i] = (z[i] - mean) / deviation;
        }
    }

    /** Returns the source. */
    SourceRecord record() {
        return record;
    }

    /** Returns what the model was fitted to. */
    Dataset data() {
        return model.data();
    }

    /** Returns the model in deviations of its own outputs. */
    Surrogate model() {
        return model;
    }

    /** Returns whether the model of one of several sources knows of alignment. */
    static boolean someAligned(List<LearnedSource> sources) {
        return sources.stream().anyMatch(s -> s.model.isAligned());
    }

    /** Returns the predictions at the reference configurations. */
    double[] reference() {
        return reference;
    }

    /** Returns the predictions at the reference configurations as outputs of the source. */
    double[] referenceOutputs() {
        double[] y = reference.clone();
        for (int i = 0; i < y.length; i++) {
            y[i] = output(y[i]);
        }
        return y;
    }

    /** Returns the mean of the model's predictions at the reference configurations. */
    double mean() {
        return mean;
    }

    /** Returns their standard deviation. */
    double deviation() {
        return deviation;
    }

    /** Returns what a prediction is in the unit of the source's output. */
    double output(double z) {
        return model.warp().output(mean + deviation * z);
    }

    /** Returns an output of the source on the scale on which sources are alike. */
    double standardised(double y) {
        return (model.warp().forward(y) - mean) / deviation;
    }

    /**
     * Predicts.
     *
     * @param out receives mean and variance
     */
    void predict(double[] x, double[] out) {
        model.predict(x, out);
        out[0] = (out[0] - mean) / deviation;
        out[1] /= deviation * deviation;
    }

    /** Returns the mean alone. */
    double mean(double[] x) {
        return (model.mean(x) - mean) / deviation;
    }

    /**
     * Returns it with its derivatives by the coordinates.
     *
     * @param gradient receives the derivatives
     */
    double mean(double[] x, double[] gradient) {
        double z = (model.mean(x, gradient) - mean) / deviation;
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] /= deviation;
        }
        return z;
    }
}
