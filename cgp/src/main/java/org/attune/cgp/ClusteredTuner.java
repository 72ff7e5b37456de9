package org.attune.cgp;

import org.attune.api.Demand;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.regimes.*;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.gplcm.GpLcmTuner;
import org.attune.gplcm.Refinement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class ClusteredTuner implements Tuner {
    private final GpLcmTuner engine;

    ClusteredTuner(TuningRequest request) {
        this.engine = tuner(request);
    }

    static GpLcmTuner tuner(TuningRequest request) {
        EngineSettings settings = EngineOptions.read(request.settings());
        boolean shared = request.settings().get(SHARED);
        RegimeSettings s = RegimeSettings.standard();
        RegimeSettings rs = new RegimeSettings(s.candidates(), s.boundaries(), shared, s.style(), request.settings().get(PREF), s.sweeps(), s.fewest());
        return new GpLcmTuner(request, (output, task, chosen) ->
            new RegimeFinder(new RegimeEngine(LinearAlgebra.best(), request.problem().parameterSpace(), settings), rs, request.seed().child("regimes " + task, 0)).refined(chosen));
    }
    static final Option<Boolean> SHARED = Option.flag("shared-experts", false, "x");
    static final Option<Double> PREF = Option.real("preference", 4, -1e9, 1e9, "x");

    @Override
    public Proposal propose(Records records, Demand demand) {
        return engine.propose(records, demand);
    }

    public static final class Provider implements TunerProvider {
        public Provider() {}
        @Override public String name() { return "cgp"; }
        @Override public String summary() { return "Clustered Gaussian processes."; }
        @Override public List<Option<?>> options() {
            var l = new ArrayList<Option<?>>(new GpLcmTuner.Provider().options());
            l.add(SHARED); l.add(PREF);
            return l;
        }
        @Override public Tuner create(TuningRequest request) { return new ClusteredTuner(request); }
        @Override public Optional<ModelProvider> models() { return Optional.empty(); }
    }
}
