package org.attune.band;

import org.attune.api.Fidelity;
import org.attune.api.FidelityScale;
import org.attune.api.Format;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Recommendation;
import org.attune.api.StudyFact;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes {@code mf}; the services file names this class. */
public final class FidelityProvider implements TunerProvider {
    /** Called by the service loader. */
    public FidelityProvider() {}

    @Override
    public String name() {
        return "mf";
    }

    @Override
    public String summary() {
        return "Bayesian optimisation that chooses configuration and fidelity; the choice of auto"
                + " where there is a fidelity.";
    }

    @Override
    public List<Option<?>> options() {
        var options = new ArrayList<Option<?>>(EngineOptions.all());
        options.replaceAll(o ->
                o.name().equals(EngineOptions.EXPLORATION_ALWAYS.name())
                        ? EngineOptions.EXPLORATION_ALWAYS
                        : o);
        options.addAll(FidelityOptions.all());
        return List.copyOf(options);
    }

    @Override
    public TunerAbilities abilities() {
        return TunerAbilities.USUAL.withPermutations().withFidelities().withSharedTasks();
    }

    @Override
    public List<Recommendation> recommendations() {
        return List.of(
                Recommendation.always(
                                "there is a fidelity, and runs at less than the full cost tell"
                                        + " where full ones are worth it",
                                0.61,
                                "docs/choosing-a-tuner.md")
                        .exactly(StudyFact.FIDELITIES, 1));
    }

    @Override
    public Tuner create(TuningRequest request) {
        return new FidelityTuner(request);
    }

    @Override
    public List<String> remarks(TuningRequest request) {
        var remarks = new ArrayList<>(EngineOptions.remarks(request, options()));
        if (request.tasks().size() == 1) {
            remarks.addAll(
                    EngineOptions.withoutEffect(
                            request.settings(),
                            options(),
                            Map.of(
                                    "initial",
                                    "with one task: 'cheap-design' says how many runs come"
                                            + " first")));
        }
        request.problem().fidelity().map(f -> levels(request, f)).ifPresent(remarks::add);
        return List.copyOf(remarks);
    }

    private static String levels(TuningRequest request, FidelityScale scale) {
        List<Fidelity> rungs =
                FidelityOptions.read(request.settings()).ladder(request.problem()).rungs();
        if (rungs.size() == 1) {
            return "Tuner 'mf' makes full runs alone here: the cheapest run costs %s of one, and options 'eta' and 'levels' leave no level but the full one. Maybe list levels in the problem file, or widen their range."
                    .formatted(Format.number(scale.leastCost()));
        }
        return "Tuner 'mf' runs at %s %s, for %s of the cost of a full run. Tuner 'gp-lcm' makes full runs alone."
                .formatted(
                        scale.name(),
                        rungs.stream()
                                .map(r -> scale.quantity(r).toString())
                                .collect(Collectors.joining(", ")),
                        rungs.stream()
                                .map(r -> Format.number(r.value()))
                                .collect(Collectors.joining(", ")));
    }

    @Override
    public Optional<ModelProvider> models() {
        return Optional.of(new FidelityModels());
    }
}
