package org.attune.cli.study;

import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Proposal;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;

import java.util.List;
import java.util.Optional;

/**
 * The tuner of studies whose trials are all given, such as those of {@code confirm}: it proposes
 * nothing.
 */
final class GivenOnly implements TunerProvider {
    @Override
    public String name() {
        return "given";
    }

    @Override
    public String summary() {
        return "Proposes nothing; for studies whose trials are all given.";
    }

    @Override
    public List<Option<?>> options() {
        return List.of();
    }

    /** What can be given can be measured again, orders of items too. */
    @Override
    public TunerAbilities abilities() {
        return TunerAbilities.USUAL.withPermutations();
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
