package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.benchmarks.problems.Benchmark;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A study of {@code gp-lcm} on GPTune's demo function, whose tasks, t up to 10, have had the same
 * number of random trials each; then rounds of proposals, one for each task.
 */
final class DemoRounds implements AutoCloseable {
    private final Benchmark demo = Suites.named("public").problem("demo");
    private final int tasks;
    private final Study study;

    private DemoRounds(int tasks, int trials, int rounds) {
        this.tasks = tasks;
        List<Point> points =
                IntStream.rangeClosed(1, tasks)
                        .mapToObj(t -> Point.of("t", 10.0 * t / tasks))
                        .toList();
        Generator random = new Seed(tasks).generator("trials", trials);
        study =
                Study.of(demo.problem())
                        .tasks(points)
                        .tuner(Tuners.available().named("gp-lcm"))
                        .trials(trials + rounds)
                        .open();
        for (int i = 0; i < trials; i++) {
            for (Point task : points) {
                Point x = demo.problem().parameterSpace().sample(random);
                tell(study.add(List.of(Candidate.of(task, x))).getFirst().number());
            }
        }
    }

    /**
     * Opens such a study.
     *
     * @param tasks of it
     * @param trials that each task has had
     * @param rounds that may follow
     */
    static DemoRounds open(int tasks, int trials, int rounds) {
        return new DemoRounds(tasks, trials, rounds);
    }

    /** Proposes for each task in turn, evaluates it, and returns the wall seconds of proposing. */
    Effort next() {
        Effort effort = Effort.NONE;
        for (int t = 0; t < tasks; t++) {
            Trial trial = study.ask(1).getFirst();
            effort = effort.plus(trial.provenance().effort());
            tell(trial.number());
        }
        return effort;
    }

    private void tell(long number) {
        Candidate candidate = study.records().trials().get((int) number - 1).candidate();
        study.tell(number, demo.measure(candidate, number).outcome());
    }

    @Override
    public void close() {
        study.close();
    }
}
