package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jenetics.DoubleGene;
import io.jenetics.util.MSeq;
import io.jenetics.util.RandomRegistry;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class BreedingTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.integer("n", 1, 8),
                            Parameter.categorical("c", List.of("a", "b", "c", "d"))));
    private static final Axes AXES = new Axes(SPACE, false);

    private static List<Result> population(double[]... xs) {
        var population = new ArrayList<Result>();
        for (double[] x : xs) {
            Trial trial =
                    new Trial(
                            population.size() + 1,
                            Candidate.of(Point.EMPTY, SPACE.decode(x)),
                            Origin.of("test"),
                            Outcome.measured("y", 1),
                            Provenance.here(Effort.NONE));
            population.add(new Result(trial, x, new double[] {1}, 0));
        }
        return population;
    }

    /** The two children of ordered values keep their sum, categories are exchanged or kept. */
    @Test
    void matingKeepsTheMean() {
        var random = new Seed(5).generator("mating", 0);
        for (int i = 0; i < 100; i++) {
            MSeq<DoubleGene> a = genes(0.4, 0.4375, 0.125);
            MSeq<DoubleGene> b = genes(0.6, 0.5625, 0.875);
            RandomRegistry.with(random).run(() -> new Breeding.Mating(AXES).crossover(a, b));
            for (int d = 0; d < 3; d++) {
                assertEquals(1, a.get(d).doubleValue() + b.get(d).doubleValue(), 1e-12);
            }
            double c = a.get(2).doubleValue();
            assertTrue(c == 0.125 || c == 0.875, "category at " + c);
        }
    }

    private static MSeq<DoubleGene> genes(double... x) {
        MSeq<DoubleGene> genes = MSeq.ofLength(x.length);
        for (int d = 0; d < x.length; d++) {
            genes.set(d, DoubleGene.of(x[d], 0, 1));
        }
        return genes;
    }

    @Test
    void equalGeneratorsBreedEqualChildrenInTheUnitCube() {
        List<Result> parents =
                population(new double[] {0.01, 0.0625, 0.125}, new double[] {0.99, 0.9375, 0.875});
        for (int i = 0; i < 200; i++) {
            double[] child = Breeding.child(AXES, parents, new Seed(i).generator("child", i));
            assertArrayEquals(
                    child, Breeding.child(AXES, parents, new Seed(i).generator("child", i)));
            for (double u : child) {
                assertTrue(u >= 0 && u <= 1, "coordinate " + u);
            }
        }
    }

    /** Of two parents alike each child differs in one axis at least, and of integers by a value. */
    @Test
    void mutationChangesSomething() {
        List<Result> alike = population(new double[] {0.5, 0.4375, 0.125});
        int changedInteger = 0;
        for (int i = 0; i < 200; i++) {
            Point child = SPACE.decode(Breeding.child(AXES, alike, new Seed(i).generator("m", 0)));
            changedInteger += child.number("n") == 4 ? 0 : 1;
        }
        assertTrue(changedInteger > 60 && changedInteger < 160, changedInteger + " of 200");
    }

    @Test
    void aSmallStepGoesToTheNextValue() {
        var axes =
                new Axes(
                        Space.of(
                                List.of(
                                        Parameter.integer("tile", 1, 1024).log(),
                                        Parameter.integer("n", 1, 8))),
                        false);
        var random = new Seed(3).generator("step", 0);
        for (int d = 0; d < 2; d++) {
            for (long value = 0; value < 8; value++) {
                double from = axes.coordinate(d, value);
                for (int i = 0; i < 20; i++) {
                    long to = axes.index(d, Breeding.moved(axes, d, from, 1e-6, random));
                    assertEquals(1, Math.abs(to - value), "from value " + value + " to " + to);
                }
            }
        }
    }
}
