package org.attune.gplcm;

import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.List;
import java.util.stream.Stream;

/** Two adaptations, of which the second one takes what the first one gives for the usual. */
record AdaptationSequence(Adaptation first, Adaptation next) implements Adaptation {
    @Override
    public Surrogate surrogate(Objective output, Point task, Surrogate chosen) {
        return next.surrogate(output, task, first.surrogate(output, task, chosen));
    }

    @Override
    public ProposerParts usual(Point task, ProposerParts parts) {
        return next.usual(task, first.usual(task, parts));
    }

    @Override
    public ProposerParts parts(TaskEngine engine, ProposerParts usual, Records records) {
        return next.parts(engine, first.parts(engine, usual, records), records);
    }

    @Override
    public List<ModelRecord> kept() {
        return Stream.concat(first.kept().stream(), next.kept().stream()).toList();
    }

    @Override
    public Suggestion signed(TaskEngine engine, Suggestion suggestion, Records records) {
        return next.signed(engine, first.signed(engine, suggestion, records), records);
    }
}
