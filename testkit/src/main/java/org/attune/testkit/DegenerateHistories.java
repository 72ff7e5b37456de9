package org.attune.testkit;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Trial;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** Records from which there is little or nothing to learn, or something wrong. */
final class DegenerateHistories {
    private static final int TRIALS = 8; // of each task

    private DegenerateHistories() {}

    /** Returns them by name. */
    static Map<String, Records> of(TestProblem problem) {
        IntFunction<Outcome> same = i -> measured(2);
        IntFunction<Outcome> growing = i -> measured(i);
        IntFunction<Outcome> lastBit = i -> measured(i % 2 == 0 ? 1 : Math.nextUp(1.0));
        IntFunction<Outcome> outlier = i -> measured(i == 3 ? 1e300 : 1 + 0.1 * i);
        IntFunction<Outcome> wholeRange =
                i -> measured(i % 2 == 0 ? Double.MAX_VALUE : -Double.MAX_VALUE);
        IntFunction<Outcome> oneValue =
                i -> i == 5 ? measured(1) : Outcome.failed(FailureCause.CRASH, "told to fail");
        var histories = new LinkedHashMap<String, Records>();
        histories.put("one trial", records(problem, 1, 1, growing));
        histories.put("one configuration, one value", records(problem, TRIALS, 1, same));
        histories.put("one configuration, many values", records(problem, TRIALS, 1, growing));
        histories.put("two configurations in turn", records(problem, TRIALS, 2, growing));
        histories.put("values that differ in the last bit", distinct(problem, lastBit));
        histories.put("an outlier", distinct(problem, outlier));
        histories.put("values over the whole range", distinct(problem, wholeRange));
        histories.put("one value among failures", distinct(problem, oneValue));
        histories.put("nothing but pending trials", distinct(problem, i -> Outcome.PENDING));
        return histories;
    }

    private static Records distinct(TestProblem problem, IntFunction<Outcome> outcome) {
        return records(problem, TRIALS, TRIALS, outcome);
    }

    /** Returns a number of trials of each task, of so many different configurations. */
    private static Records records(
            TestProblem problem, int trials, int configurations, IntFunction<Outcome> outcome) {
        var log = new RecordLog();
        long number = 1;
        for (int i = 0; i < trials; i++) {
            for (Point task : problem.tasks()) {
                Candidate candidate = candidate(problem, task, i % configurations);
                log.add(
                        new Trial(
                                number++,
                                candidate,
                                new Origin(Origin.Phase.GIVEN, "given"),
                                outcome.apply(i),
                                Provenance.here(Effort.NONE)));
            }
        }
        return log.snapshot();
    }

    private static Candidate candidate(TestProblem problem, Point task, int index) {
        var random = new Seed(7).generator("configuration", index);
        while (true) {
            Point point = problem.problem().parameterSpace().sample(random);
            if (problem.problem().admits(task, point)) {
                return new Candidate(task, point, Fidelity.FULL);
            }
        }
    }

    private static Outcome measured(double value) {
        return Outcome.measured("y", value);
    }
}
