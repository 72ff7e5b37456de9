package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class ResultTest {
    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p").parameter(Parameter.integer("n", 1, 99));
    }

    private static List<Long> order(TuningProblem problem, List<Outcome> outcomes) {
        var trials = new ArrayList<Trial>();
        for (Outcome outcome : outcomes) {
            long number = trials.size() + 1L;
            trials.add(
                    new Trial(
                            number,
                            Candidate.of(Point.EMPTY, Point.of("n", number)),
                            Origin.of("test"),
                            outcome,
                            Provenance.here(Effort.NONE)));
        }
        return Result.bestFirst(Result.of(problem, trials)).stream()
                .map(r -> r.trial().number())
                .toList();
    }

    @Test
    void failuresComeLastAndPendingTrialsNotAtAll() {
        var problem = problem().objective(Objective.maximize("y")).build();
        assertEquals(
                List.of(5L, 1L, 4L, 2L),
                order(
                        problem,
                        List.of(
                                Outcome.measured("y", 3),
                                Outcome.failed(FailureCause.CRASH, ""),
                                Outcome.PENDING,
                                Outcome.measured("y", -1e300),
                                Outcome.measured("y", 7))));
    }

    /** Memory must stay below 10; what exceeds it less is better, whatever its time. */
    @Test
    void outputsOutOfRangeAreWorseThanAnyWithin() {
        var problem =
                problem()
                        .objective(Objective.minimize("s"))
                        .objective(Objective.minimize("mb").within(0, 10).rangeOnly())
                        .build();
        assertEquals(
                List.of(3L, 2L, 1L),
                order(
                        problem,
                        List.of(
                                two("s", 1, "mb", 30),
                                two("s", 5, "mb", 20),
                                two("s", 9, "mb", 10))));
    }

    /**
     * The front is 2, 4, 5, 6 at (1, 5), (2, 3), (3, 2), (5, 1), its ends first, then 4, whose
     * neighbours are farther apart in sum than those of 5: (2/4 + 3/4) against (3/4 + 2/4), a tie
     * that the number decides. Behind it come 1 and 3.
     */
    @Test
    void severalObjectivesGoByFront() {
        var problem =
                problem()
                        .objective(Objective.minimize("a"))
                        .objective(Objective.minimize("b"))
                        .build();
        List<Long> order =
                order(
                        problem,
                        List.of(
                                two("a", 3, "b", 3),
                                two("a", 1, "b", 5),
                                two("a", 4, "b", 4),
                                two("a", 2, "b", 3),
                                two("a", 3, "b", 2),
                                two("a", 5, "b", 1)));
        assertEquals(List.of(2L, 6L, 4L, 5L, 1L, 3L), order);
    }

    private static Outcome two(String a, double x, String b, double y) {
        return new Outcome.Measured(Map.of(a, List.of(x), b, List.of(y)), Map.of(), 0);
    }
}
