package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

class RegionTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.real("y", 0, 1))
                    .parameter(Parameter.categorical("solver", List.of("cg", "amg", "lu")))
                    .parameter(Parameter.integer("levels", 1, 9).activeIf("solver == 'amg'"))
                    .objective(Objective.minimize("seconds"))
                    .constraint(Constraint.of("sum", "x + y <= 1.2"))
                    .build();

    private static Region region() {
        return new Region(PROBLEM, Point.EMPTY, new Axes(PROBLEM.parameterSpace(), false));
    }

    /** Worth that rises with x and y and falls with levels, most of all with another solver. */
    private static final AcquisitionFunction WORTH =
            new AcquisitionFunction() {
                @Override
                public double value(double[] x) {
                    return 2 * x[0] + x[1] + (x[2] > 0.7 ? 10 : 0) - x[3];
                }

                @Override
                public double valueAndGradient(double[] x, double[] gradient) {
                    Arrays.fill(gradient, 0);
                    gradient[0] = 2;
                    gradient[1] = 1;
                    return value(x);
                }
            };

    @Test
    void placesAreApartByATwentiethOfARangeOrACategory() {
        double[] x = place(0.5, 0.5, "cg");
        assertTrue(region().isApart(x, List.of()));
        assertFalse(region().isApart(x, List.of(place(0.54, 0.46, "cg"))));
        assertTrue(region().isApart(x, List.of(place(0.56, 0.5, "cg"))));
        assertTrue(region().isApart(x, List.of(place(0.5, 0.5, "lu"))));
        assertFalse(region().isApart(x, List.of(place(0.5, 0.5, "lu"), x)));
    }

    private static double[] place(double x, double y, String solver) {
        return region().encode(Point.of("x", x, "y", y, "solver", solver));
    }

    static Stream<Search> searches() {
        return Stream.of(
                new MixedSearch(),
                ParticleSwarm.standard(),
                new CovarianceAdaptation(4000),
                new DualAnnealing(4000),
                new GeneticSearch(60, 40),
                MultiStart.standard());
    }

    @ParameterizedTest
    @MethodSource("searches")
    void searchesKeepWhatIsHeld(Search search) {
        Region held = region().holding(Point.of("solver", "amg", "y", 0.5));
        double[] incumbent = region().encode(Point.of("x", 0.2, "y", 0.9, "solver", "lu"));
        double[] best =
                search.maximize(
                                WORTH,
                                held,
                                List.of(incumbent),
                                x -> true,
                                new Seed(1).generator("search", 0))
                        .orElseThrow()
                        .x();
        Point found = held.decode(best);
        assertEquals("amg", found.get("solver"));
        assertEquals(0.5, found.number("y"), 1e-12);
        assertEquals(0.7, found.number("x"), 0.05);
        assertTrue(found.number("levels") <= 2, found.toString());
    }

    /** It has no value then that could be another one. */
    @Test
    void aHeldParameterMayBeInactive() {
        Region held = region().holding(Point.of("levels", 4));
        Generator random = new Seed(2).generator("points", 0);
        boolean active = false;
        boolean inactive = false;
        for (int i = 0; i < 100; i++) {
            double[] x = held.sample(random, 1000).orElseThrow();
            assertTrue(held.admits(x));
            Point point = held.decode(x);
            active |= point.has("levels");
            inactive |= !point.has("levels");
            assertTrue(!point.has("levels") || point.number("levels") == 4, point.toString());
        }
        assertTrue(active && inactive);
        assertFalse(
                held.admits(
                        region().encode(
                                        Point.of(
                                                "x", 0.1, "y", 0.1, "solver", "amg", "levels",
                                                5))));
    }

    @Test
    void heldParametersMakeASpaceFinite() {
        Region held = region().holding(Point.of("x", 0.5, "y", 0.25));
        assertEquals(27, held.size());
        List<double[]> all = Enumeration.of(held);
        assertEquals(11, all.size()); // two solvers without levels, nine with
        assertTrue(all.stream().allMatch(x -> held.decode(x).number("y") == 0.25));
    }

    @Test
    void aPartOfTheRegionKeepsWhatIsHeld() {
        Region held = region().holding(Point.of("x", 0.9));
        var near = new TrustRegion(new double[] {0.1, 0.1, 0, 0}, new double[] {0.2, 0.2, 1, 1});
        double[] x =
                held.within(near).sample(new Seed(3).generator("points", 0), 1000).orElseThrow();
        assertEquals(0.9, x[0]);
        assertTrue(x[1] >= 0.1 && x[1] <= 0.2);
    }

    @Test
    void whatCannotBeHeldIsRefused() {
        var unknown =
                assertThrows(
                        IllegalArgumentException.class, () -> region().holding(Point.of("z", 1)));
        assertTrue(unknown.getMessage().contains(": x, y, solver, levels."), unknown.getMessage());
        assertThrows(
                IllegalArgumentException.class, () -> region().holding(Point.of("solver", "ilu")));
        assertThrows(IllegalArgumentException.class, () -> region().holding(Point.of("x", 1.5)));
    }
}
