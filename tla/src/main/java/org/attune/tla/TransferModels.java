package org.attune.tla;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.Records;
import org.attune.api.TuningRequest;
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
        return new GpLcmTuner.Provider().models().orElseThrow().fit(request, records);
    }

    @Override
    public List<Exhibit> exhibits(TuningRequest request, Records records) {
        return new SourceExhibits(request, provider.transfer(request)).of(records);
    }
}
