package org.attune.testkit;

import org.attune.api.Candidate;
import org.attune.api.History;
import org.attune.api.MemoryHistory;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How a contract runs a study: the batches in which trials are asked for and told, and what the
 * tuner may remember.
 *
 * @param provider of the tuner
 * @param options of the tuner
 * @param problem to tune
 * @param trials for each task
 * @param sources that it is given
 */
record TunerRun(
        TunerProvider provider,
        Map<String, String> options,
        TestProblem problem,
        int trials,
        List<SourceRecord> sources) {
    private static final int MAX_ROUNDS = 10_000; // a study that never ends must not hang its test

    /** What is compared of a trial. */
    record Step(long number, Candidate candidate, Origin origin) {
        static List<Step> of(Records records) {
            return records.trials().stream()
                    .map(t -> new Step(t.number(), t.candidate(), t.origin()))
                    .toList();
        }
    }

    /** Returns the same run, given sources. */
    TunerRun with(List<SourceRecord> given) {
        return new TunerRun(provider, options, problem, trials, given);
    }

    /** Asks for one trial at a time and tells its outcome, until the study is done. */
    Records oneByOne(WatchedTuner.Memory memory, long seed, Function<Trial, Outcome> outcomes) {
        return run(memory, seed, study -> tell(study, study.ask(1), outcomes));
    }

    /**
     * Asks for {@code count} trials, at once or one by one, then tells them all, until the study is
     * done.
     */
    Records batches(int count, boolean atOnce, boolean lastFirst) {
        return run(
                WatchedTuner.Memory.KEPT,
                1,
                study -> {
                    var asked = new ArrayList<Trial>();
                    for (int i = 0; i < (atOnce ? 1 : count); i++) {
                        asked.addAll(study.ask(atOnce ? count : 1));
                    }
                    tell(study, lastFirst ? asked.reversed() : asked, truth());
                });
    }

    /** Like {@link #batches}, but every third trial is never told. */
    Records withLostTrials() {
        return run(
                WatchedTuner.Memory.NONE,
                1,
                study ->
                        tell(
                                study,
                                study.ask(2).stream().filter(t -> t.number() % 3 != 0).toList(),
                                truth()));
    }

    /** Returns what the problem's function says. */
    Function<Trial, Outcome> truth() {
        return trial -> problem.evaluate(trial.candidate());
    }

    private Records run(WatchedTuner.Memory memory, long seed, StudyStep step) {
        History history = new MemoryHistory();
        Study study = open(history, memory, seed);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            int before = study.records().trials().size();
            step.accept(study);
            boolean stuck = study.records().trials().size() == before;
            if (stuck && study.status().state() != Study.State.RUN) {
                return study.records();
            }
            if (memory != WatchedTuner.Memory.KEPT) {
                study = open(history, memory, seed);
            }
        }
        throw new AssertionError("The study has not ended after %d rounds.".formatted(MAX_ROUNDS));
    }

    private Study open(History history, WatchedTuner.Memory memory, long seed) {
        return Study.of(problem.problem())
                .tuner(new WatchedTuner(provider, memory))
                .options(options)
                .tasks(problem.tasks())
                .seed(seed)
                .trials(trials)
                .history(history)
                .sources(sources)
                .open();
    }

    private static void tell(Study study, List<Trial> asked, Function<Trial, Outcome> outcomes) {
        asked.forEach(t -> study.tell(t.number(), outcomes.apply(t)));
    }

    private interface StudyStep {
        void accept(Study study);
    }
}
