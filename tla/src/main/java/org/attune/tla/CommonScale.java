package org.attune.tla;

import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.OutputWarp;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The scale of the target's outputs by what sources gave: few trials of the target, all near the
 * best place perhaps, do not say how much is much.
 *
 * <p>Predicted outputs of each source at the reference configurations are brought to the level of
 * the target's trials, and the warp is fitted to all of them. Where all outputs have one sign, the
 * level is a factor, so that run times of other sizes or on other machines count by their ratios;
 * else a line through the trials, whose slope is the ratio of the deviations of outputs and
 * predictions, these with their uncertainty.
 */
final class CommonScale {
    private static final int SOURCES = 5; // that count

    private CommonScale() {}

    /**
     * Returns the warp.
     *
     * @param data of the target, perhaps none
     * @param weights of the sources
     * @param shape of the warp
     */
    static OutputWarp of(
            Dataset data, List<LearnedSource> sources, double[] weights, OutputWarp.Shape shape) {
        double largest = Arrays.stream(weights).max().orElse(0);
        DoubleStream levelled =
                IntStream.range(0, weights.length)
                        .filter(k -> weights[k] >= 0.2 * largest)
                        .boxed()
                        .sorted((a, b) -> Double.compare(weights[b], weights[a]))
                        .limit(SOURCES)
                        .flatMapToDouble(k -> Arrays.stream(levelled(data, sources.get(k))));
        double[] all =
                DoubleStream.concat(levelled, Arrays.stream(data.y()))
                        .filter(Double::isFinite)
                        .toArray();
        return OutputWarp.fit(shape, all)
                .or(() -> OutputWarp.fit(OutputWarp.Shape.IDENTITY, all))
                .orElseThrow();
    }

    /** Returns predicted outputs of a source as those of the target would be. */
    private static double[] levelled(Dataset data, LearnedSource source) {
        double[] outputs = source.referenceOutputs();
        int n = data.size();
        if (n == 0) {
            return outputs;
        }
        double[][] said = new double[n][2];
        for (int i = 0; i < n; i++) {
            source.predict(data.x()[i], said[i]);
        }
        double sign = Math.signum(data.y()[0]);
        boolean oneSign =
                sign != 0
                        && DoubleStream.of(data.y()).allMatch(v -> sign * v > 0)
                        && DoubleStream.of(source.data().y()).allMatch(v -> sign * v > 0)
                        && DoubleStream.of(outputs).allMatch(v -> sign * v > 0);
        if (oneSign) {
            double least =
                    DoubleStream.concat(
                                    DoubleStream.of(source.data().y()), DoubleStream.of(outputs))
                            .map(Math::abs)
                            .min()
                            .orElseThrow();
            double log = 0;
            for (int i = 0; i < n; i++) {
                double predicted = Math.max(sign * source.output(said[i][0]), least);
                log += Math.log(sign * data.y()[i] / predicted) / n;
            }
            double factor = Math.exp(log);
            return Arrays.stream(outputs).map(v -> v * factor).toArray();
        }
        double[] predicted = Arrays.stream(said).mapToDouble(m -> source.output(m[0])).toArray();
        double meanY = Arrays.stream(data.y()).average().orElse(0);
        double meanP = Arrays.stream(predicted).average().orElse(0);
        double squaresY = 0;
        double squaresP = 0;
        for (int i = 0; i < n; i++) {
            double deviation = Math.sqrt(said[i][1]);
            double half =
                    (source.output(said[i][0] + deviation) - source.output(said[i][0] - deviation))
                            / 2;
            squaresY += Math.pow(data.y()[i] - meanY, 2);
            squaresP += Math.pow(predicted[i] - meanP, 2) + half * half;
        }
        double slope = squaresY > 0 && squaresP > 0 ? Math.sqrt(squaresY / squaresP) : 1;
        return Arrays.stream(outputs).map(v -> meanY + slope * (v - meanP)).toArray();
    }
}
