package org.attune.sensitivity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

class SobolIndicesTest {
    private static final double[] A = {0, 1, 4.5, 9, 99, 99, 99, 99};

    private static SobolIndices ishigami(int points, long seed) {
        return SobolIndices.of(
                Response.of(KnownFunctions::ishigami),
                KnownFunctions.names(3),
                SampleSize.of(points),
                new Seed(seed));
    }

    private static SobolIndices g(int points, long seed) {
        return SobolIndices.of(
                Response.of(x -> KnownFunctions.g(x, A)),
                KnownFunctions.names(8),
                SampleSize.of(points),
                new Seed(seed));
    }

    @Test
    void ishigamiIsWithinTwoHundredthsOfItsClosedForm() {
        for (long seed = 0; seed < 10; seed++) {
            SobolIndices s = ishigami(4096, seed);
            for (int i = 0; i < 3; i++) {
                assertEquals(KnownFunctions.ishigamiFirst().get(i), s.first().get(i).value(), 0.02);
                assertEquals(KnownFunctions.ishigamiTotal().get(i), s.total().get(i).value(), 0.02);
            }
            double[] v = KnownFunctions.ishigamiVariances();
            assertEquals(v[3] / v[0], s.second(0, 2).value(), 0.02);
            assertEquals(0, s.second(0, 1).value(), 0.02);
            assertEquals(0, s.second(1, 2).value(), 0.02);
            assertEquals(v[0], s.variance().value(), 0.02 * v[0]);
            assertEquals(A_MEAN, s.mean().value(), 0.05);
        }
    }

    private static final double A_MEAN = 3.5; // of Ishigami's function: 7 / 2

    /** Draws of a model that differ by 10 alone: their mean was said to be 5.5 ± 0.0002. */
    @Test
    void meansOfDrawsThatDifferAreNotKnown() {
        Response two =
                x ->
                        new double[][] {
                            Arrays.stream(x).mapToDouble(u -> u[0]).toArray(),
                            Arrays.stream(x).mapToDouble(u -> u[0] + 10).toArray()
                        };
        Grouping one = KnownFunctions.names(1);
        SampleSize size = SampleSize.of(1024);
        Estimate sobol = SobolIndices.of(two, one, size, new Seed(1)).mean();
        Estimate shapley =
                ShapleyEffects.of(two, new UniformInputs(1), one, size, false, new Seed(1)).mean();
        for (Estimate mean : List.of(sobol, shapley)) {
            assertEquals(5.5, mean.value(), 1e-3);
            assertTrue(mean.lower() < 0.5 && mean.upper() > 10.5, mean.toString());
        }
    }

    @Test
    void sobolsGIsWithinTwoHundredthsOfItsClosedForm() {
        for (long seed = 0; seed < 10; seed++) {
            SobolIndices s = g(4096, seed);
            for (int i = 0; i < A.length; i++) {
                assertEquals(KnownFunctions.gFirst(A, i), s.first().get(i).value(), 0.02);
                assertEquals(KnownFunctions.gTotal(A, i), s.total().get(i).value(), 0.02);
                for (int j = 0; j < A.length; j++) {
                    if (i != j) {
                        assertEquals(KnownFunctions.gSecond(A, i, j), s.second(i, j).value(), 0.02);
                        assertEquals(s.second(i, j), s.second(j, i));
                    } else {
                        assertFalse(s.second(i, i).isKnown());
                    }
                }
            }
        }
    }

    /** The figures that SALib documents for this function and N = 1024, within our intervals. */
    @Test
    void saltelliFiguresOfOthersLieNearOurs() {
        SobolIndices s = ishigami(1024, 1);
        double[] first = {0.3138, 0.4424, 0};
        double[] total = {0.5576, 0.4424, 0.2437};
        for (int i = 0; i < 3; i++) {
            assertEquals(first[i], s.first().get(i).value(), s.first().get(i).half() + 5e-5);
            assertEquals(total[i], s.total().get(i).value(), s.total().get(i).half() + 5e-5);
            assertTrue(s.first().get(i).half() < 0.1, "it says something");
        }
    }

    /** The reference: one plain estimate with 2^20 points. */
    @Test
    void boreholeAgreesWithItsReference() {
        double[] first = new double[8];
        double[] total = new double[8];
        reference(first, total);
        SobolIndices s =
                SobolIndices.of(
                        Response.of(KnownFunctions::borehole),
                        KnownFunctions.names(8),
                        SampleSize.of(4096),
                        new Seed(3));
        for (int i = 0; i < 8; i++) {
            assertEquals(first[i], s.first().get(i).value(), 0.01, "S1 of x" + (i + 1));
            assertEquals(total[i], s.total().get(i).value(), 0.01, "ST of x" + (i + 1));
        }
    }

    /** Written down apart from the class: Sobol's own form, with pseudo-random points. */
    private static void reference(double[] first, double[] total) {
        int n = 1 << 20;
        var random = new Seed(99).generator("reference", 0);
        double sum = 0;
        double squares = 0;
        for (int p = 0; p < n; p++) {
            double[] a = random.doubles(8).toArray();
            double[] b = random.doubles(8).toArray();
            double fa = KnownFunctions.borehole(a);
            double fb = KnownFunctions.borehole(b);
            sum += fa + fb;
            squares += fa * fa + fb * fb;
            for (int i = 0; i < 8; i++) {
                double[] mixed = a.clone();
                mixed[i] = b[i];
                double f = KnownFunctions.borehole(mixed);
                first[i] += (fb - f) * (fb - f) / 2; // all but i differ: V - V_i
                total[i] += (fa - f) * (fa - f) / 2;
            }
        }
        double variance = squares / (2 * n) - Math.pow(sum / (2 * n), 2);
        for (int i = 0; i < 8; i++) {
            first[i] = 1 - first[i] / n / variance;
            total[i] = total[i] / n / variance;
        }
    }

    /** y = 3 i + [c is one of two categories] over all levels, whose variances can be counted. */
    @Test
    void integersAndCategoriesCountAllTheirLevels() {
        Space space =
                Space.of(
                        List.of(
                                Parameter.integer("i", 1, 3),
                                Parameter.categorical("c", List.of("p", "q", "r", "s"))));
        double[] worth = {0, 5, 0, 1};
        SobolIndices s =
                SobolIndices.of(
                        Response.of(u -> {
                            var p = space.decode(u);
                            return 3 * p.number("i") + worth["pqrs".indexOf((String) p.get("c"))];
                        }),
                        Grouping.single(List.of("i", "c")),
                        SampleSize.of(2048),
                        new Seed(5));
        double vi = 9 * 2.0 / 3;
        double vc = (25 + 1) / 4.0 - 1.5 * 1.5;
        assertEquals(vi / (vi + vc), s.first().get(0).value(), 0.01);
        assertEquals(vc / (vi + vc), s.first().get(1).value(), 0.01);
        assertEquals(vc / (vi + vc), s.total().get(1).value(), 0.01);
        assertEquals(0, s.second(0, 1).value(), 0.01);
    }

    /** The index of a group is that of all it contains: S1 of {x1, x3} has their interaction. */
    @Test
    void groupsCountTheirInteractions() {
        var groups = new LinkedHashMap<String, List<String>>();
        groups.put("sine", List.of("x1", "x3"));
        SobolIndices s =
                SobolIndices.of(
                        Response.of(KnownFunctions::ishigami),
                        Grouping.of(List.of("x1", "x2", "x3"), groups),
                        SampleSize.of(4096),
                        new Seed(2));
        assertEquals(List.of("sine", "x2"), s.names());
        double sine = KnownFunctions.ishigamiTotal().get(0);
        assertEquals(sine, s.first().get(0).value(), 0.02);
        assertEquals(sine, s.total().get(0).value(), 0.02);
    }

    @Test
    void aDummyIsNothingWithinItsInterval() {
        Estimate floor = ishigami(4096, 4).noiseFloor();
        assertEquals(0, floor.value(), 0.02);
        assertTrue(floor.half() > 0 && floor.half() < 0.05, floor.toString());
    }

    /** 95 % intervals, from independent scramblings, over seeds. */
    @Test
    void intervalsCoverTheTruthAsOftenAsTheySay() {
        int covered = 0;
        int all = 0;
        for (long seed = 0; seed < 250; seed++) {
            SobolIndices s = ishigami(512, 1000 + seed);
            SobolIndices t = g(512, 1000 + seed);
            for (int i = 0; i < 3; i++) {
                if (KnownFunctions.ishigamiFirst().get(i) > 0.02) {
                    all++;
                    covered +=
                            s.first().get(i).covers(KnownFunctions.ishigamiFirst().get(i)) ? 1 : 0;
                }
                all++;
                covered += s.total().get(i).covers(KnownFunctions.ishigamiTotal().get(i)) ? 1 : 0;
            }
            for (int i = 0; i < 3; i++) {
                all += 2;
                covered += t.first().get(i).covers(KnownFunctions.gFirst(A, i)) ? 1 : 0;
                covered += t.total().get(i).covers(KnownFunctions.gTotal(A, i)) ? 1 : 0;
            }
        }
        double share = covered / (double) all;
        assertTrue(share > 0.92 && share < 0.98, covered + " of " + all);
    }

    @Test
    void whatDoesNotVaryHasNoIndices() {
        SobolIndices s =
                SobolIndices.of(
                        Response.of(x -> 7.3),
                        KnownFunctions.names(2),
                        SampleSize.of(64),
                        new Seed(0));
        assertFalse(s.first().get(0).isKnown());
        assertEquals(7.3, s.mean().value(), 1e-12);
    }

    @Test
    void mistakesAreNamed() {
        assertThrows(IllegalArgumentException.class, () -> SampleSize.of(10));
        assertThrows(
                IllegalStateException.class,
                () ->
                        SobolIndices.of(
                                Response.of(x -> 1 / (x[0] - x[0])),
                                KnownFunctions.names(1),
                                SampleSize.of(64),
                                new Seed(0)));
        var twice = new LinkedHashMap<String, List<String>>();
        twice.put("g", List.of("x1", "y"));
        assertThrows(IllegalArgumentException.class, () -> Grouping.of(List.of("x1", "x2"), twice));
    }
}
