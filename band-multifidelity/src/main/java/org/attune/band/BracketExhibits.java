package org.attune.band;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.TuningRequest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rungs of a bandit's tasks, and the brackets that it goes through. */
final class BracketExhibits implements ModelProvider {
    private final Optional<Brackets.Rule> rule;

    /**
     * Prepares.
     *
     * @param rule of the brackets; empty for a bandit that has none
     */
    BracketExhibits(Optional<Brackets.Rule> rule) {
        this.rule = rule;
    }

    @Override
    public Optional<FittedModel> fit(TuningRequest request, Records records) {
        return Optional.empty();
    }

    @Override
    public boolean predicts() {
        return false;
    }

    @Override
    public List<Exhibit> exhibits(TuningRequest request, Records records) {
        Ladder ladder = LadderOptions.ladder(request.settings(), request.problem());
        int eta = LadderOptions.eta(request.settings(), request.problem());
        var exhibits = new ArrayList<Exhibit>();
        if (records.trials().isEmpty()) {
            return exhibits;
        }
        for (Point task : request.tasks()) {
            exhibits.add(RungExhibit.of(task, ladder, records.trials(task)));
        }
        rule.ifPresent(r -> exhibits.add(table(ladder, new Brackets(ladder.top(), eta, r))));
        return List.copyOf(exhibits);
    }

    private static Exhibit table(Ladder ladder, Brackets brackets) {
        var rows = new ArrayList<List<Object>>();
        for (int s = 0; s <= brackets.most(); s++) {
            rows.add(
                    List.of(
                            s,
                            ladder.cost(ladder.top() - s),
                            brackets.rungs(s).stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", "))));
        }
        return new Exhibit.Table(
                "Brackets",
                "Runs of each bracket on its rungs, from where it starts to the full run; of %d one goes on."
                        .formatted(brackets.eta()),
                List.of("bracket", "cost at the start", "runs on the rungs"),
                rows);
    }
}
