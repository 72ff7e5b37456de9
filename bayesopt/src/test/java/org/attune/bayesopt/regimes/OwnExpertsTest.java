package org.attune.bayesopt.regimes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

class OwnExpertsTest {
    private static final int N = 14;
    private static final Space SPACE =
            Space.of(List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1)));

    private static Dataset data() {
        Generator random = new Seed(3).generator("points", 0);
        double[][] x = new double[N][];
        double[] z = new double[N];
        for (int i = 0; i < N; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
            z[i] = Math.sin(4 * x[i][0]) + x[i][1] + (x[i][0] > 0.6 ? 2 : 0);
        }
        return new Dataset(x, z);
    }

    private static Experts fit(Dataset data, Partition partition) {
        var engine = new RegimeEngine(LinearAlgebra.best(), SPACE, EngineSettings.standard());
        return OwnExperts.fit(engine, data, partition, new Seed(0)).orElseThrow();
    }

    /**
     * The mean is that of processes with the same hyperparameters that have never had the
     * observation, not in the level of its regime either.
     */
    @Test
    void whatIsLeftOutSaysNothingOfItself() {
        Dataset data = data();
        Partition partition =
                Partition.of(Arrays.stream(data.x()).mapToInt(p -> p[0] > 0.6 ? 1 : 0).toArray());
        Experts experts = fit(data, partition);
        double[][] left = experts.leaveOneOut().orElseThrow();
        double[] moments = new double[2];
        for (int i = 0; i < N; i++) {
            int out = i;
            int[] kept = IntStream.range(0, N).filter(j -> j != out).toArray();
            Partition others =
                    partition
                            .relabelled(Arrays.stream(kept).map(partition::regime).toArray())
                            .orElseThrow();
            experts.of(data.select(kept), others, 0)
                    .orElseThrow()
                    .of(partition.regime(i))
                    .predict(data.x()[i], moments);
            assertEquals(moments[0], left[i][0], 1e-8);
        }
    }

    /** Of a regime's only observation, all others say what they are like themselves. */
    @Test
    void aSingleOneIsExpectedAsAnyOther() {
        Dataset data = data();
        int[] labels = new int[N];
        labels[5] = 1;
        double[] left = fit(data, Partition.of(labels)).leaveOneOut().orElseThrow()[5];
        double[] z =
                IntStream.range(0, N).filter(i -> i != 5).mapToDouble(i -> data.y()[i]).toArray();
        double mean = Arrays.stream(z).average().orElseThrow();
        double variance = Arrays.stream(z).map(v -> (v - mean) * (v - mean)).sum() / (N - 2);
        assertArrayEquals(new double[] {mean, variance}, left, 1e-12);
    }

    /** Of more observations only regimes that have new ones are learned. */
    @Test
    void whatHasNoNewObservationKeepsWhatItHasLearned() {
        Dataset data = data();
        int[] labels = Arrays.stream(data.x()).mapToInt(p -> p[0] > 0.6 ? 1 : 0).toArray();
        Partition all = Partition.of(labels);
        int known = N;
        do {
            known--;
        } while (labels[known] == labels[N - 1]);
        known++; // all that come after are of one regime
        Partition first = Partition.of(Arrays.copyOf(labels, known));
        Experts before = fit(data.first(known), first);
        Experts after = before.changed(data, all, 15).orElseThrow();
        Experts afresh = before.of(data, all, 15).orElseThrow();
        int grown = all.regime(N - 1);
        assertArrayEquals(afresh.lengthscales(grown), after.lengthscales(grown), 0);
        assertNotEquals(before.lengthscales(grown)[0], after.lengthscales(grown)[0]);
        assertArrayEquals(before.lengthscales(1 - grown), after.lengthscales(1 - grown), 0);
        assertNotEquals(afresh.lengthscales(1 - grown)[0], after.lengthscales(1 - grown)[0]);
    }

    /** What is remembered of a place is not what a caller has made of it. */
    @Test
    void aMixtureIsAsked() {
        Dataset data = data();
        Partition partition =
                Partition.of(Arrays.stream(data.x()).mapToInt(p -> p[0] > 0.6 ? 1 : 0).toArray());
        var axes = new Axes(SPACE, false);
        var surrogate =
                new RegimeSurrogate(
                        data,
                        OutputWarp.fit(OutputWarp.Shape.IDENTITY, data.y()).orElseThrow(),
                        partition,
                        fit(data, partition),
                        ProcessBoundary.fitter(LinearAlgebra.best(), axes).fit(data.x(), partition),
                        RegimeSurrogate.Style.MIXED,
                        Optional.empty());
        double[] place = {0.55, 0.4};
        double[][] first = surrogate.at(place);
        double[] moved = place.clone();
        surrogate.at(moved)[0][2] = 7;
        moved[0] = 0.1;
        double[][] again = surrogate.at(place);
        double[][] elsewhere = surrogate.at(moved);
        double[][] hard = surrogate.plausible(true).at(place);
        for (int k = 0; k < 2; k++) {
            assertArrayEquals(first[k], again[k], 0);
            assertEquals(first[k][0] > 0.5 ? 1 : 0, hard[k][0]);
            assertNotEquals(first[k][1], elsewhere[k][1]);
        }
    }
}
