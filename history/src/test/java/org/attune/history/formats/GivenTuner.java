package org.attune.history.formats;

import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Proposal;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;

import java.util.List;
import java.util.Optional;

/** A tuner for tests that only add trials themselves. */
final class GivenTuner implements TunerProvider {
    @Override
    public String name() {
        return "given";
    }

    @Override
    public String summary() {
        return "Proposes nothing.";
    }

    @Override
    public List<Option<?>> options() {
        return List.of();
    }

    @Override
    public Tuner create(TuningRequest request) {
        return (records, demand) -> new Proposal.Done("all trials are given");
    }

    @Override
    public Optional<ModelProvider> models() {
        return Optional.empty();
    }
}
