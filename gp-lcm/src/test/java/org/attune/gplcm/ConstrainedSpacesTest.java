package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.testkit.TestProblem;
import org.attune.testkit.TestProblems;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where constraints leave next to nothing, it is searched as any other space. */
class ConstrainedSpacesTest {
    private static List<Trial> tuned(TestProblem problem, int trials, long seed) {
        Study study =
                Study.of(problem.problem())
                        .tuner(new GpLcmTuner.Provider())
                        .trials(trials)
                        .seed(seed)
                        .open();
        for (List<Trial> next = study.ask(1); !next.isEmpty(); next = study.ask(1)) {
            Trial trial = next.getFirst();
            assertTrue(problem.problem().admits(trial.candidate()), trial.toString());
            study.tell(trial.number(), problem.evaluate(trial.candidate()));
        }
        return study.records().trials();
    }

    private static double best(TestProblem problem, List<Trial> trials) {
        return trials.stream()
                .mapToDouble(t -> problem.problem().value(t, "y").orElseThrow())
                .min()
                .orElseThrow();
    }

    private static void assertDistinct(List<Trial> trials) {
        Set<Point> points = new HashSet<>();
        trials.forEach(t -> assertTrue(points.add(t.configuration()), t.toString()));
    }

    /** Nothing has been tried, so that this is no end, but a mistake in the problem. */
    @Test
    void constraintsThatContradictEachOtherAreAnError() {
        for (Parameter second :
                List.of(Parameter.integer("b", 1, 9), Parameter.real("b", 1, 9))) { // listed, not
            var study =
                    Study.of(
                                    TuningProblem.named("p")
                                            .parameter(Parameter.integer("a", 1, 9))
                                            .parameter(second)
                                            .objective(Objective.minimize("y"))
                                            .constraint(Constraint.of("above", "a > b"))
                                            .constraint(Constraint.of("below", "a < b"))
                                            .build())
                            .tuner(new GpLcmTuner.Provider())
                            .trials(5)
                            .open();
            assertEquals(
                    "No configuration of 'p' was found that is admissible. Maybe the constraints"
                            + " 'above' (a > b) and 'below' (a < b) contradict each other: see"
                            + " 'attune check'.",
                    assertThrows(IllegalStateException.class, () -> study.ask(1)).getMessage());
        }
    }

    /** The best of the 28 ways is p = 8, q = 2, threads = 4; 14 trials see half of them. */
    @Test
    void findsTheBestFactorsAndEndsWithTheLast() {
        TestProblem problem = TestProblems.equality();
        assertEquals(1 + 0.1 * 4 / 64, best(problem, tuned(problem, 14, 1)), 1e-9);
        List<Trial> all = tuned(problem, 40, 1);
        assertEquals(28, all.size());
        assertDistinct(all);
    }

    /** 455 ways to write 2^12 as four factors, each with a real: too many to list. */
    @Test
    void climbsAlongAnEquality() {
        var builder = TuningProblem.named("factors").objective(Objective.minimize("y"));
        for (String name : List.of("a", "b", "c", "d")) {
            builder.parameter(Parameter.integer(name, 1, 4096).log());
        }
        var product =
                builder.parameter(Parameter.real("x", 0, 1))
                        .constraint(Constraint.of("product", "a*b*c*d == 4096"))
                        .build();
        var problem =
                new TestProblem(
                        "factors",
                        product,
                        List.of(Point.EMPTY),
                        c -> {
                            double sum = Math.pow(c.configuration().number("x") - 0.3, 2);
                            double wanted = 2; // 2, 4, 16, 32
                            for (String name : List.of("a", "b", "c", "d")) {
                                double ratio = c.configuration().number(name) / wanted;
                                sum += Math.pow(Math.log(ratio) / Math.log(2), 2);
                                wanted *= wanted == 4 ? 4 : 2;
                            }
                            return sum;
                        });
        List<Trial> trials = tuned(problem, 40, 1);
        assertDistinct(trials);
        assertTrue(best(problem, trials) < 0.05, () -> "best " + best(problem, trials));
    }

    @Test
    void tunesWhatDividesEachOther() {
        TestProblem problem = TestProblems.divisors();
        List<Trial> trials = tuned(problem, 40, 1);
        assertDistinct(trials);
        assertTrue(best(problem, trials) < 1.2, () -> "best " + best(problem, trials));
    }
}
