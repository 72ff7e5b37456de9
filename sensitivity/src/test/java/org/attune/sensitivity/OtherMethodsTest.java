package org.attune.sensitivity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/** Each method against a closed form, or the same counted in another way. */
class OtherMethodsTest {
    private static final List<Parameter> THREE =
            List.of(
                    Parameter.real("a", 0, 1),
                    Parameter.real("b", 0, 1),
                    Parameter.categorical("c", List.of("p", "q")));

    private static List<Parameter> reals(int d) {
        return IntStream.range(0, d)
                .mapToObj(i -> (Parameter) Parameter.real("x" + i, 0, 1))
                .toList();
    }

    private static final Parameter.Int POWERS = Parameter.integer("k", 1, 8).log();

    /** Of integers on a log scale cells have different widths: 3 and 4, and 6 to 8, were one. */
    @Test
    void valuesOfAnIntegerOnALogScaleAreToldApart() {
        int n = 160;
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            long k = 1 + i % 8;
            x[i] = new double[] {POWERS.encode(k)};
            y[i] = k % 2;
        }
        Estimate first = GivenData.firstOrder(List.of(POWERS), x, y, new Seed(1)).getFirst();
        assertEquals(1, first.value(), 1e-12);
    }

    @Test
    void curvesHaveAllFewValuesOnce() {
        double[][] points = new UniformInputs(1).points(4, new Seed(1));
        Response value = Response.of(u -> (double) POWERS.decode(u[0]));
        PartialDependence few = PartialDependence.of(value, POWERS, 0, points, u -> true);
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), few.values());
        var many =
                PartialDependence.of(
                        value, Parameter.integer("k", 1, 64).log(), 0, points, u -> true);
        assertEquals(few.values().size(), new HashSet<>(few.values()).size());
        assertEquals(many.values().size(), new HashSet<>(many.values()).size());
    }

    /** All points with k = 7 are among the best tenth, and others by their x. */
    @Test
    void binsNearTheBestAreValues() {
        NearBest near =
                NearBest.of(
                        Response.of(u -> (POWERS.decode(u[0]) == 7 ? 0 : 1) + u[1]),
                        new UniformInputs(2),
                        List.of(POWERS, Parameter.real("x", 0, 1)),
                        SampleSize.of(1 << 14),
                        new Seed(1));
        double p = Math.log(7.5 / 6.5) / Math.log(8.5 / 0.5);
        double q = p / 0.1;
        double k = q * q / p + (1 - q) * (1 - q) / (1 - p) - 1;
        double x = 8 * (Math.pow(q / 8 + 1 - q, 2) + 7 * Math.pow(q / 8, 2)) - 1;
        assertEquals(k / (k + x), near.reach().getFirst().value(), 0.02);
    }

    /** Near the optimum of a² + 0.2 b and of a category worth 0.3, counted over a fine grid. */
    @Test
    void importanceNearTheBestAgreesWithAGrid() {
        int n = 400;
        var grid = new java.util.ArrayList<double[]>();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int c = 0; c < 2; c++) {
                    grid.add(new double[] {(i + 0.5) / n, (j + 0.5) / n, 0.25 + 0.5 * c});
                }
            }
        }
        grid.sort(Comparator.comparingDouble(OtherMethodsTest::bowl));
        double[] reach = counted(grid, grid.subList(0, grid.size() / 10));
        double[] within =
                counted(grid.subList(0, grid.size() / 10), grid.subList(0, grid.size() / 100));
        NearBest near =
                NearBest.of(
                        Response.of(OtherMethodsTest::bowl),
                        new UniformInputs(3),
                        THREE,
                        SampleSize.of(1 << 15),
                        new Seed(1));
        for (int i = 0; i < 3; i++) {
            assertEquals(reach[i], near.reach().get(i).value(), 0.02, "reach " + i);
            assertEquals(within[i], near.within().get(i).value(), 0.04, "within " + i);
        }
        assertTrue(near.reach().get(2).value() > 0.05, "the category decides who is good");
        assertEquals(0, near.within().get(2).value(), 0.02, "and nothing among the good");
    }

    private static double bowl(double[] x) {
        return x[0] * x[0] + 0.2 * x[1] + (x[2] < 0.5 ? 0.3 : 0);
    }

    private static double[] counted(List<double[]> all, List<double[]> better) {
        double[] v = new double[3];
        int[] bins = {8, 8, 2};
        for (int d = 0; d < 3; d++) {
            for (int b = 0; b < bins[d]; b++) {
                double p = part(all, d, b, bins[d]);
                double q = part(better, d, b, bins[d]);
                v[d] += p == 0 ? 0 : p * Math.pow(q / p - 1, 2);
            }
        }
        double sum = Arrays.stream(v).sum();
        return Arrays.stream(v).map(w -> w / sum).toArray();
    }

    private static double part(List<double[]> points, int axis, int bin, int bins) {
        return points.stream().filter(x -> (int) (x[axis] * bins) == bin).count()
                / (double) points.size();
    }

    /** A linear function has the same effect everywhere; a product does not. */
    @Test
    void elementaryEffectsOfALinearFunctionAreItsSlopes() {
        MorrisScreening m =
                MorrisScreening.of(
                        Response.of(x -> 3 * x[0] - 2 * x[1] + (x[2] > 0.5 ? 5 : 0)),
                        THREE,
                        x -> true,
                        10,
                        new Seed(3));
        assertEquals(3, m.muStar().get(0).value(), 1e-9);
        assertEquals(-2, m.mu().get(1).value(), 1e-9);
        assertEquals(2, m.muStar().get(1).value(), 1e-9);
        assertEquals(0, m.sigma().get(1).value(), 1e-6);
        assertEquals(5, m.muStar().get(2).value(), 1e-9);
        assertEquals(10 * 4, m.evaluations());
        MorrisScreening product =
                MorrisScreening.of(
                        Response.of(x -> x[0] * x[1]), reals(2), x -> true, 400, new Seed(3));
        // the effect is the other coordinate: 0, 1/3, 2/3 or 1
        assertEquals(0.5, product.mu().get(0).value(), 0.05);
        assertEquals(Math.sqrt(5.0 / 36), product.sigma().get(0).value(), 0.02);
        assertTrue(product.mu().get(0).half() < 0.05);
    }

    @Test
    void trajectoriesStayAdmissible() {
        MorrisScreening.of(
                x -> {
                    for (double[] p : x) {
                        assertTrue(p[0] + p[1] <= 1.4, Arrays.toString(p));
                    }
                    return new double[][] {new double[x.length]};
                },
                reals(2),
                x -> x[0] + x[1] <= 1.4,
                20,
                new Seed(1));
        assertThrows(
                IllegalStateException.class,
                () ->
                        MorrisScreening.of(
                                Response.of(x -> x[0]),
                                reals(2),
                                x -> x[0] == x[1],
                                20,
                                new Seed(1)));
    }

    /** sin(2 π a) + b/2: E f'² is 2 π² and 1/4, and cos(π u) alone attains the bound. */
    @Test
    void derivativesBoundTotalIndices() {
        DerivativeBounds bounds =
                DerivativeBounds.of(
                        Response.of(x -> Math.sin(2 * Math.PI * x[0]) + x[1] / 2),
                        reals(2),
                        SampleSize.of(4096),
                        new Seed(1));
        double variance = 0.5 + 1.0 / 48;
        assertEquals(2 / variance, bounds.bounds().get(0).value(), 0.01);
        assertEquals(0.25 / (Math.PI * Math.PI) / variance, bounds.bounds().get(1).value(), 0.001);
        assertTrue(bounds.bounds().get(1).value() >= 1.0 / 48 / variance, "it is a bound");
        DerivativeBounds sharp =
                DerivativeBounds.of(
                        Response.of(x -> Math.cos(Math.PI * x[0])),
                        reals(1),
                        SampleSize.of(4096),
                        new Seed(2));
        assertEquals(1, sharp.bounds().getFirst().value(), 0.001);
        DerivativeBounds category =
                DerivativeBounds.of(
                        Response.of(x -> x[0] + (x[2] > 0.5 ? 1 : 0)),
                        THREE,
                        SampleSize.of(4096),
                        new Seed(2));
        assertEquals(0.25 / (0.25 + 1.0 / 12), category.bounds().get(2).value(), 0.01);
    }

    /** For an exact model and independent runs it is the total index. */
    @Test
    void permutationImportanceOfAnExactModelIsTheTotalIndex() {
        double[][] x = new UniformInputs(3).points(4096, new Seed(1));
        Response model = Response.of(KnownFunctions::ishigami);
        double[] y = model.values(x)[0];
        List<Estimate> importance = PermutationImportance.of(model, x, y, new Seed(2));
        for (int i = 0; i < 3; i++) {
            assertEquals(KnownFunctions.ishigamiTotal().get(i), importance.get(i).value(), 0.02);
        }
    }

    @Test
    void runsAloneGiveFirstOrderIndices() {
        var random = new Seed(5).generator("runs", 0);
        double[][] x = new double[4000][];
        for (int i = 0; i < x.length; i++) {
            x[i] = random.doubles(3).toArray();
        }
        double[] y = Arrays.stream(x).mapToDouble(KnownFunctions::ishigami).toArray();
        List<Estimate> first = GivenData.firstOrder(reals(3), x, y, new Seed(6));
        for (int i = 0; i < 3; i++) {
            assertEquals(KnownFunctions.ishigamiFirst().get(i), first.get(i).value(), 0.03);
            assertTrue(first.get(i).half() < 0.06);
        }
        double[] category = Arrays.stream(x).mapToDouble(p -> p[2] < 0.5 ? 1 : 3).toArray();
        assertEquals(1, GivenData.firstOrder(THREE, x, category, new Seed(6)).get(2).value(), 1e-9);
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        GivenData.firstOrder(
                                reals(3), Arrays.copyOf(x, 5), Arrays.copyOf(y, 5), new Seed(0)));
    }

    /** Ishigami's function has two periods along its second parameter; four classes see none. */
    @Test
    void sixtyRunsSeeWhatGoesUpAndDownTwice() {
        double[][] x = new UniformInputs(3).points(64, new Seed(5));
        double[] y = Arrays.stream(x).mapToDouble(KnownFunctions::ishigami).toArray();
        Estimate second = GivenData.firstOrder(reals(3), x, y, new Seed(6)).get(1);
        assertTrue(
                second.value() + second.half() > KnownFunctions.ishigamiFirst().get(1),
                second.toString());
    }

    /** E[a² b | a] = a² / 2, and its two draws differ by a constant. */
    @Test
    void partialDependenceIsTheConditionalMean() {
        double[][] points = new UniformInputs(2).points(1024, new Seed(1));
        Response two =
                x ->
                        new double[][] {
                            Arrays.stream(x).mapToDouble(p -> p[0] * p[0] * p[1] - 0.01).toArray(),
                            Arrays.stream(x).mapToDouble(p -> p[0] * p[0] * p[1] + 0.01).toArray()
                        };
        PartialDependence curve =
                PartialDependence.of(two, reals(2).getFirst(), 0, points, x -> true);
        assertEquals(21, curve.unit().length);
        for (int v = 0; v < 21; v++) {
            assertEquals(Math.pow(curve.unit()[v], 2) / 2, curve.mean()[v], 1e-3);
            assertTrue(curve.upper()[v] - curve.mean()[v] > 0.01);
        }
        assertEquals(Math.pow(0.5, 2) * points[3][1], curve.single()[3][10], 1e-12);
        PartialDependence half =
                PartialDependence.of(two, reals(2).getFirst(), 0, points, x -> x[0] <= x[1]);
        assertArrayEquals(new double[] {Double.NaN}, new double[] {half.mean()[20]});
    }

    /** Squares of such values overflow or vanish; nothing varied, by all methods. */
    @Test
    void veryLargeAndVerySmallValuesHaveTheSameShares() {
        for (int exponent : new int[] {600, 1000, -600}) {
            Response plain = Response.of(KnownFunctions::ishigami);
            Response scaled = Response.of(x -> Math.scalb(KnownFunctions.ishigami(x), exponent));
            SobolIndices sobol = sobol(plain);
            assertEquals(sobol.total(), sobol(scaled).total());
            assertEquals(sobol.second(), sobol(scaled).second());
            assertEquals(sobol.mean().value(), Math.scalb(sobol(scaled).mean().value(), -exponent));
            assertEquals(shapley(plain).shares(), shapley(scaled).shares());
            assertEquals(shapley(plain).first(), shapley(scaled).first());
            assertEquals(bounds(plain), bounds(scaled));
            MorrisScreening large = morris(scaled);
            for (int i = 0; i < 3; i++) {
                assertEquals(morris(plain).mu().get(i), back(large.mu().get(i), exponent));
                assertEquals(morris(plain).muStar().get(i), back(large.muStar().get(i), exponent));
                assertEquals(
                        morris(plain).sigma().get(i).value(),
                        back(large.sigma().get(i), exponent).value(),
                        1e-9);
            }
            double[][] x = new UniformInputs(3).points(64, new Seed(1));
            double[] y = plain.values(x)[0];
            double[] far = scaled.values(x)[0];
            assertEquals(
                    PermutationImportance.of(plain, x, y, new Seed(2)),
                    PermutationImportance.of(scaled, x, far, new Seed(2)));
            assertEquals(
                    GivenData.firstOrder(reals(3), x, y, new Seed(6)),
                    GivenData.firstOrder(reals(3), x, far, new Seed(6)));
            double[] curve = curve(scaled);
            for (int v = 0; v < curve.length; v++) {
                assertEquals(curve(plain)[v], Math.scalb(curve[v], -exponent));
            }
        }
    }

    private static SobolIndices sobol(Response response) {
        return SobolIndices.of(response, KnownFunctions.names(3), SampleSize.of(256), new Seed(1));
    }

    private static ShapleyEffects shapley(Response response) {
        return ShapleyEffects.of(
                response,
                new UniformInputs(3),
                KnownFunctions.names(3),
                SampleSize.of(256),
                true,
                new Seed(1));
    }

    private static List<Estimate> bounds(Response response) {
        return DerivativeBounds.of(response, reals(3), SampleSize.of(256), new Seed(1)).bounds();
    }

    private static MorrisScreening morris(Response response) {
        return MorrisScreening.of(response, reals(3), x -> true, 10, new Seed(3));
    }

    private static double[] curve(Response response) {
        double[][] points = new UniformInputs(3).points(64, new Seed(1));
        return PartialDependence.of(response, reals(3).getFirst(), 0, points, x -> true).upper();
    }

    private static Estimate back(Estimate estimate, int exponent) {
        return new Estimate(
                Math.scalb(estimate.value(), -exponent), Math.scalb(estimate.half(), -exponent));
    }

    @Test
    void quantilesOfStudentAgreeWithTables() {
        assertEquals(12.7062, StudentT.halfWidth95(1), 1e-4);
        assertEquals(3.1824, StudentT.halfWidth95(3), 1e-4);
        assertEquals(2.0930, StudentT.halfWidth95(19), 1e-4);
        assertEquals(1.9600, StudentT.halfWidth95(1e7), 1e-4);
    }
}
