package org.attune.hybrid;

import org.attune.api.Candidate;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Studies that tests run. */
final class Studies {
    private Studies() {}

    /** Runs a study to its end, or until so many trials of each task are told. */
    static Records run(
            TuningProblem problem,
            List<Point> tasks,
            TunerProvider tuner,
            Map<String, String> options,
            int trials,
            ToDoubleFunction<Candidate> f) {
        try (Study study =
                Study.of(problem)
                        .tasks(tasks)
                        .tuner(tuner)
                        .options(options)
                        .trials(trials)
                        .seed(5)
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial t : study.ask(1)) {
                    study.tell(t.number(), Outcome.measured("y", f.applyAsDouble(t.candidate())));
                }
            }
            return study.records();
        }
    }
}
