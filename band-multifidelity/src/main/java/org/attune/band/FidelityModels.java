package org.attune.band;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.TuningRequest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@link FidelityTuner} knows: the model of full runs behind its proposals, and the worth of
 * each level.
 */
final class FidelityModels implements ModelProvider {
    @Override
    public Optional<FittedModel> fit(TuningRequest request, Records records) {
        return new FidelityTuner(request).model(records);
    }

    /** Makes the model again by the same fit, which the trials decide. */
    @Override
    public FittedModel load(TuningRequest request, Records records, ModelRecord record) {
        return fit(request, records)
                .filter(m ->
                        m.records().stream()
                                .anyMatch(r ->
                                        r.key().equals(record.key())
                                                && r.basis().equals(record.basis())))
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "The stored model '%s' is of other trials. Maybe build it again."
                                        .formatted(record.key())));
    }

    @Override
    public List<Exhibit> exhibits(TuningRequest request, Records records) {
        var tuner = new FidelityTuner(request);
        var exhibits = new ArrayList<Exhibit>();
        if (tuner.ladder().size() > 1 && !records.finished().isEmpty()) {
            for (Map.Entry<Objective, List<LevelWorth>> e : tuner.worth(records).entrySet()) {
                exhibits.add(levels(e.getKey(), e.getValue(), request.tasks().size()));
            }
            for (Point task : request.tasks()) {
                exhibits.add(RungExhibit.of(task, tuner.ladder(), records.trials(task)));
            }
        }
        return List.copyOf(exhibits);
    }

    private static Exhibit levels(Objective output, List<LevelWorth> worth, int tasks) {
        var rows = new ArrayList<List<Object>>();
        for (LevelWorth level : worth) {
            rows.add(
                    List.of(
                            level.cost(),
                            level.runs(),
                            level.pairs(),
                            level.correlation(),
                            level.gain(),
                            level.verdict()));
        }
        return new Exhibit.Table(
                "Worth of the cheap levels for " + output.name(),
                "A level is judged from %d full runs on. Its gain is by how much the log density of held-out full runs grows when the level is learned from, against full runs alone; below 0 it is dropped. Pairs are configurations run at the level and in full; their rank correlation needs three."
                        .formatted(LevelWorth.fewest(tasks)),
                List.of(
                        "cost",
                        "runs",
                        "pairs",
                        "rank correlation",
                        "gain of log density",
                        "verdict"),
                rows);
    }
}
