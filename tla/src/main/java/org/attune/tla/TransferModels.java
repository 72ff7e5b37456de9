package org.attune.tla;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Records;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.gplcm.Adaptation;
import org.attune.gplcm.GpLcmTuner;

import java.util.List;
import java.util.Optional;

/** What a tuner with sources tells of them. */
final class TransferModels implements ModelProvider {
    private final TlaTuner provider;

    TransferModels(TlaTuner provider) {
        this.provider = provider;
    }

    @Override
    public Optional<FittedModel> fit(TuningRequest request, Records records) {
        return provider.engine(EngineOptions.told(request)).fit(records);
    }

    /** Learns again what it has learned, which takes no more than a proposal. */
    @Override
    public FittedModel load(TuningRequest request, Records records, ModelRecord record) {
        if (records.sources().isEmpty()) {
            return new GpLcmTuner.Models(r -> new GpLcmTuner(r, Adaptation.NONE))
                    .load(request, records, record);
        }
        return fit(request, records)
                .filter(m -> m.records().stream().anyMatch(r -> r.basis().equals(record.basis())))
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "The stored model '%s' is of other trials. Maybe build it again."
                                        .formatted(record.key())));
    }

    @Override
    public List<Exhibit> exhibits(TuningRequest request, Records records) {
        return new SourceExhibits(request, provider.transfer(request)).of(records);
    }
}
