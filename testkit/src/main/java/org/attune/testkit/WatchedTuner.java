package org.attune.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Option;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.StudyRecord;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;

import java.util.List;
import java.util.Optional;

/**
 * A tuner whose every proposal is checked, and which can be made to forget.
 *
 * @param watched what is checked
 * @param memory what it may keep between two proposals
 */
record WatchedTuner(TunerProvider watched, Memory memory) implements TunerProvider {
    /** What a tuner may keep between two proposals. */
    enum Memory {
        /** One instance for the whole study. */
        KEPT,
        /** A fresh instance for each proposal. */
        NONE,
        /** A fresh instance for each proposal, and no models among the records. */
        NO_MODELS
    }

    @Override
    public String name() {
        return watched.name();
    }

    @Override
    public String summary() {
        return watched.summary();
    }

    @Override
    public List<Option<?>> options() {
        return watched.options();
    }

    @Override
    public TunerAbilities abilities() {
        return watched.abilities();
    }

    @Override
    public Optional<ModelProvider> models() {
        return watched.models();
    }

    @Override
    public Tuner create(TuningRequest request) {
        Tuner kept = watched.create(request);
        return (records, demand) -> {
            Tuner tuner = memory == Memory.KEPT ? kept : watched.create(request);
            Records seen = memory == Memory.NO_MODELS ? new WithoutModels(records) : records;
            Proposal proposal = tuner.propose(seen, demand);
            if (proposal instanceof Proposal.Run run) {
                check(request.problem(), demand, run);
            }
            return proposal;
        };
    }

    private static void check(TuningProblem problem, Demand demand, Proposal.Run run) {
        int given = run.suggestions().size();
        assertTrue(
                given >= 1 && given <= demand.count(),
                () -> "%d suggestions where %d were wanted".formatted(given, demand.count()));
        for (int i = 0; i < given; i++) {
            Suggestion suggestion = run.suggestions().get(i);
            Candidate candidate = suggestion.candidate();
            assertEquals(demand.tasksInTurn().get(i), candidate.task(), "task of suggestion " + i);
            assertEquals(
                    problem.parameterSpace().canonical(candidate.configuration()),
                    candidate.configuration(),
                    "canonical form");
            assertEquals(List.of(), problem.violated(candidate), () -> "violated by " + candidate);
            assertNotEquals(
                    Double.POSITIVE_INFINITY, suggestion.logExpectedGain(), "expected gain");
        }
    }

    private record WithoutModels(Records records) implements Records {
        @Override
        public List<Trial> trials() {
            return records.trials();
        }

        @Override
        public List<Trial> finished() {
            return records.finished();
        }

        @Override
        public Optional<ModelRecord> model(String key) {
            return Optional.empty();
        }

        @Override
        public List<ModelRecord> models() {
            return List.of();
        }

        @Override
        public List<SourceRecord> sources() {
            return records.sources();
        }

        @Override
        public Optional<StudyRecord> study() {
            return records.study();
        }
    }
}
