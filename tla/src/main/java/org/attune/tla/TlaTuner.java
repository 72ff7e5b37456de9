package org.attune.tla;

import org.attune.api.Option;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.gplcm.GpLcmTuner;

import java.util.List;

/** The default tuner with sources. */
public final class TlaTuner {
    private TlaTuner() {}

    /** The provider line names this class. */
    public static final class Provider implements TunerProvider {
        /** Called by the service loader. */
        public Provider() {}

        @Override
        public String name() {
            return "tla";
        }

        @Override
        public String summary() {
            return "Bayesian optimisation that learns from other tasks; the default with sources.";
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withSources();
        }

        @Override
        public List<Option<?>> options() {
            return GpLcmTuner.options();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new GpLcmTuner(request, new Transfer(request));
        }
    }
}
