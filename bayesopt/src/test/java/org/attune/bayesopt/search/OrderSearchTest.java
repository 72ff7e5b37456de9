package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Neighbours of orders, and searches among orders whose best is known. */
class OrderSearchTest {
    private static Permutation order(int items) {
        return Parameter.permutation(
                "order", IntStream.range(0, items).mapToObj(i -> "x" + i).toList());
    }

    private static TuningProblem problem(int items, String... constraints) {
        var builder =
                TuningProblem.named("orders")
                        .objective(Objective.minimize("seconds"))
                        .parameter(order(items))
                        .parameter(Parameter.real("w", 0, 1));
        for (String c : constraints) {
            builder.constraint(Constraint.of(c.replaceAll("\\W", ""), c));
        }
        return builder.build();
    }

    private static Region region(TuningProblem problem) {
        return new Region(problem, Point.EMPTY, new Axes(problem.parameterSpace(), false));
    }

    /** Largest, 0, where every item stands at the place that is its number times 7. */
    private static AcquisitionFunction target(int items) {
        return new AcquisitionFunction() {
            @Override
            public double value(double[] x) {
                double sum = -(x[items] - 0.4) * (x[items] - 0.4);
                for (int i = 0; i < items; i++) {
                    double delta = x[i] - ((7 * i % items) + 0.5) / items;
                    sum -= delta * delta;
                }
                return sum;
            }

            @Override
            public double valueAndGradient(double[] x, double[] gradient) {
                gradient[items] = -2 * (x[items] - 0.4);
                return value(x);
            }
        };
    }

    /** Of five items: 10 swaps, and 20 insertions of which 8 are swaps of neighbours. */
    @Test
    void allNeighboursAreSwapsAndInsertions() {
        Region region = region(problem(5));
        double[] x = region.encode(Point.of("order", order(5).items(), "w", 0.5));
        List<double[]> all =
                new OrderMoves(region.axes().orders().getFirst())
                        .all(x, 1000, new Seed(0).generator("moves", 0));
        var orders =
                all.stream().map(m -> region.decode(m).get("order")).collect(Collectors.toSet());
        assertEquals(10 + 20 - 8, all.size());
        assertEquals(all.size(), orders.size(), "no move twice");
        assertTrue(!orders.contains(order(5).items()), "every move moves");
        assertTrue(orders.contains(List.of("x1", "x2", "x3", "x4", "x0")), "an insertion");
        assertTrue(orders.contains(List.of("x4", "x1", "x2", "x3", "x0")), "a swap");
    }

    @Test
    void theBestOrderIsFound() {
        for (int items : new int[] {4, 10, 20}) {
            Region region = region(problem(items));
            var found =
                    new MixedSearch()
                            .maximize(
                                    target(items),
                                    region,
                                    List.of(),
                                    x -> true,
                                    new Seed(items).generator("search", 0))
                            .orElseThrow();
            assertEquals(0, found.value(), 1e-6, items + " items");
        }
    }

    /** The best order is forbidden: x1 would stand at 7, x2 at 4. */
    @Test
    void whatIsFoundIsAdmissible() {
        var problem = problem(10, "before(x1, x2)", "position(x0) == 3");
        Region region = region(problem);
        var found =
                new MixedSearch()
                        .maximize(
                                target(10),
                                region,
                                List.of(),
                                x -> true,
                                new Seed(1).generator("search", 0))
                        .orElseThrow();
        assertTrue(problem.admits(Point.EMPTY, region.decode(found.x())));
        // x0 moves from 0 to 3, what stands there by one; x1 and x2 meet: cells of a tenth
        assertTrue(found.value() > -0.5, () -> "" + found.value());
    }

    /** Neighbours that are constructed differ by a move, and not all in the same way. */
    @Test
    void constructedNeighboursAreNear() {
        var problem = problem(8, "before(x0, x1)", "before(x1, x2)", "before(x2, x3)");
        Region region = region(problem);
        double[] x = region.encode(Point.of("order", order(8).items(), "w", 0.5));
        var orders = new HashSet<Object>();
        for (int i = 0; i < 100; i++) {
            region.neighbour(x, new Seed(i).generator("near", 0))
                    .ifPresent(n -> {
                        assertTrue(region.admits(n));
                        orders.add(region.decode(n).get("order"));
                    });
        }
        assertTrue(orders.size() > 10, () -> "" + orders.size());
    }

    @Test
    void aHeldOrderStays() {
        Region region = region(problem(6)).holding(Point.of("order", "x5,x4,x3,x2,x1,x0"));
        var found =
                new MixedSearch()
                        .maximize(
                                target(6),
                                region,
                                List.of(),
                                x -> true,
                                new Seed(3).generator("search", 0))
                        .orElseThrow();
        Map<String, Object> values = region.decode(found.x()).values();
        assertEquals(List.of("x5", "x4", "x3", "x2", "x1", "x0"), values.get("order"));
        assertEquals(0.4, (double) values.get("w"), 1e-3);
    }
}
