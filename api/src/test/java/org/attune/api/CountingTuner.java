package org.attune.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A tuner for tests of the study: {@code x} is the number of the trial, unless told what to
 * propose.
 */
final class CountingTuner implements TunerProvider {
    static final Option<Integer> OFFSET = Option.integer("offset", 0, 0, 1000, "added to x");

    private final BiFunction<Records, Demand, Proposal> answer;

    CountingTuner() {
        this(null);
    }

    /**
     * @param answer replaces the usual proposals
     */
    CountingTuner(BiFunction<Records, Demand, Proposal> answer) {
        this.answer = answer;
    }

    @Override
    public String name() {
        return "counting";
    }

    @Override
    public String summary() {
        return "Counts.";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(OFFSET);
    }

    @Override
    public Tuner create(TuningRequest request) {
        if (answer != null) {
            return answer::apply;
        }
        int offset = request.settings().get(OFFSET);
        return (records, demand) -> {
            var suggestions = new ArrayList<Suggestion>();
            for (Point task : demand.tasksInTurn()) {
                long x = records.nextNumber() + suggestions.size() + offset;
                suggestions.add(suggestion(task, Point.of("x", (double) x)));
            }
            return Proposal.run(suggestions);
        };
    }

    static Suggestion suggestion(Point task, Point configuration) {
        return new Suggestion(Candidate.of(task, configuration), Origin.of("counting"));
    }

    @Override
    public Optional<ModelProvider> models() {
        return Optional.empty();
    }
}
