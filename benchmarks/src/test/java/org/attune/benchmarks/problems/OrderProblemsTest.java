package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

class OrderProblemsTest {
    /** A permutation and keys in its order are one configuration; many orders differ. */
    @Test
    void keysGiveTheSameProblems() {
        var orders =
                Stream.concat(OrderProblems.decide().stream(), OrderProblems.report().stream());
        var keys =
                Stream.concat(
                                OrderProblems.decideByKeys().stream(),
                                OrderProblems.reportByKeys().stream())
                        .toList();
        int[] i = {0};
        orders.forEach(p -> {
            BenchmarkProblem twin = keys.get(i[0]++);
            assertEquals(p.name(), twin.name());
            var random = new Seed(1).generator(p.name(), 0);
            var order = (Permutation) p.problem().parameterSpace().parameters().getFirst();
            double least = Double.POSITIVE_INFINITY;
            double most = 0;
            for (int n = 0; n < 200; n++) {
                Point point = p.problem().parameterSpace().sample(random);
                var values = new LinkedHashMap<String, Object>(point.values());
                List<?> items = (List<?>) values.remove("order");
                for (String item : order.items()) {
                    values.put(item, items.indexOf(item) / 8.0);
                }
                double y = p.truth().applyAsDouble(Candidate.of(Point.EMPTY, point));
                assertEquals(
                        y, twin.truth().applyAsDouble(Candidate.of(Point.EMPTY, Point.of(values))));
                least = Math.min(least, y);
                most = Math.max(most, y);
            }
            assertTrue(least > 0 && most > 1.1 * least, p.name());
        });
    }

    /**
     * The worst possible ranking is the reverse of the best one: their costs sum to all weights.
     */
    @Test
    void aReversedRankingHasTheOtherWeights() {
        BenchmarkProblem ranking = OrderProblems.decide().getFirst();
        var random = new Seed(2).generator("ranking", 0);
        double sum = Double.NaN;
        for (int n = 0; n < 20; n++) {
            Point point = ranking.problem().parameterSpace().sample(random);
            var reversed = ((List<?>) point.get("order")).reversed();
            double both =
                    ranking.truth().applyAsDouble(Candidate.of(Point.EMPTY, point))
                            + ranking.truth()
                                    .applyAsDouble(
                                            Candidate.of(
                                                    Point.EMPTY,
                                                    Point.of("order", List.copyOf(reversed))));
            sum = Double.isNaN(sum) ? both : sum;
            assertEquals(sum, both, 1e-9);
        }
    }
}
