package org.attune.band;

import org.attune.api.Candidate;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Whole studies of one task, run in this process. */
final class Runs {
    private Runs() {}

    static Records of(
            TunerProvider tuner,
            TuningProblem problem,
            Map<String, String> options,
            int trials,
            Function<Candidate, Outcome> evaluate) {
        Study study = Study.of(problem).tuner(tuner).options(options).trials(trials).seed(1).open();
        for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
            Trial trial = asked.getFirst();
            study.tell(trial.number(), evaluate.apply(trial.candidate()));
        }
        return study.records();
    }
}
