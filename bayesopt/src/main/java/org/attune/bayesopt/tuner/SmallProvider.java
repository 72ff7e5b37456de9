package org.attune.bayesopt.tuner;

import org.attune.api.Option;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;

import java.util.List;
import java.util.function.Function;

/**
 * A provider that says in its constructor what tuner it makes: what is left is a class with a
 * public constructor, for the service loader. Models may be added.
 */
public abstract class SmallProvider implements TunerProvider {
    private final String name;
    private final String summary;
    private final List<Option<?>> options;
    private final TunerAbilities abilities;
    private final Function<TuningRequest, Tuner> maker;

    /**
     * Describes a tuner of usual abilities and of permutations, whose axes the kit knows.
     *
     * @param name as in {@link #name}
     * @param summary as in {@link #summary}
     * @param options as in {@link #options}
     * @param maker makes a tuner for a request
     */
    protected SmallProvider(
            String name,
            String summary,
            List<Option<?>> options,
            Function<TuningRequest, Tuner> maker) {
        this(name, summary, options, TunerAbilities.USUAL.withPermutations(), maker);
    }

    /** The same for other abilities. */
    protected SmallProvider(
            String name,
            String summary,
            List<Option<?>> options,
            TunerAbilities abilities,
            Function<TuningRequest, Tuner> maker) {
        this.name = name;
        this.summary = summary;
        this.options = options;
        this.abilities = abilities;
        this.maker = maker;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final List<Option<?>> options() {
        return options;
    }

    @Override
    public final TunerAbilities abilities() {
        return abilities;
    }

    @Override
    public final Tuner create(TuningRequest request) {
        return maker.apply(request);
    }
}
