package org.attune.baselines;

import org.attune.api.Option;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;

import java.util.List;
import java.util.function.Function;

/** What the providers of this package share: a description and a constructor. */
abstract class BaselineProvider implements TunerProvider {
    private final String name;
    private final String summary;
    private final List<Option<?>> options;
    private final Function<TuningRequest, Tuner> maker;

    BaselineProvider(
            String name,
            String summary,
            List<Option<?>> options,
            Function<TuningRequest, Tuner> maker) {
        this.name = name;
        this.summary = summary;
        this.options = options;
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
    public final Tuner create(TuningRequest request) {
        return maker.apply(request);
    }
}
