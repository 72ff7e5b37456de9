package org.attune.studies.sensitivity;

import org.attune.api.Objective;
import org.attune.api.Trial;
import org.attune.api.Trust;
import org.attune.sensitivity.Analysis;
import org.attune.sensitivity.DerivativeBounds;
import org.attune.sensitivity.Estimate;
import org.attune.sensitivity.Grouping;
import org.attune.sensitivity.ModelResponse;
import org.attune.sensitivity.MorrisScreening;
import org.attune.sensitivity.NearBest;
import org.attune.sensitivity.PartialDependence;
import org.attune.sensitivity.PermutationImportance;
import org.attune.sensitivity.Reduction;
import org.attune.sensitivity.Response;
import org.attune.sensitivity.ShapleyEffects;
import org.attune.sensitivity.SobolIndices;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/** Collects the estimates of one output of one task, and what has to be said of them. */
final class Estimates {
    private final SensitivityStudy asked;
    private final Analysis analysis;
    private final Response response;
    private final Objective output;
    private Optional<ModelResponse> model = Optional.empty();
    private Optional<Trust> trust = Optional.empty();
    private final List<Column> columns = new ArrayList<>();
    private final SequencedMap<String, Object> facts = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private Grouping groups;
    private List<String> names;
    private List<List<Estimate>> pairs = List.of();
    private boolean isConstant;

    /**
     * Begins without a model.
     *
     * @param response what the output is of unit coordinates
     */
    Estimates(SensitivityStudy asked, Analysis analysis, Response response, Objective output) {
        this.asked = asked;
        this.analysis = analysis;
        this.response = response;
        this.output = output;
        this.names = asked.parameters();
        this.groups = asked.grouping();
        facts.put("scale", asked.scale().name().toLowerCase(Locale.ROOT));
        facts.put("samples", asked.size().points());
    }

    /** Says that the response is of this model. */
    Estimates ofModel(ModelResponse of, Trust trusted) {
        model = Optional.of(of);
        trust = Optional.of(trusted);
        facts.put("draws", of.hasDraws() ? asked.draws() : 0);
        if (!of.hasDraws() && asked.draws() > 0) {
            note(
                    "The model has no draws: intervals say what the points miss, and not what the"
                            + " model does.");
        }
        return this;
    }

    /** Looks at these groups of inputs, which may be more than the parameters. */
    Estimates grouped(Grouping by) {
        groups = by;
        return this;
    }

    void note(String text) {
        notes.add(text);
    }

    /** Sobol' indices; of a model also Shapley effects, and what matters near the best. */
    void sobol() {
        Optional<SobolIndices> found = analysis.sobol(response, groups);
        if (found.isEmpty()) {
            note(
                    "Constraints tie parameters together, so that S1 and ST are no shares: they go"
                            + " by their definitions, and the Shapley effect counts.");
            shapley();
        } else {
            SobolIndices s = found.get();
            names = s.names();
            if (model.isPresent()) {
                ShapleyEffects shares = analysis.shapley(response, groups, false);
                columns.add(new Column("shapley", "share", shares.shares()));
                columns.add(new Column("S1", "S1", s.first()));
                columns.add(new Column("ST", "ST", s.total()));
            } else { // the first column ranks
                columns.add(new Column("ST", "ST", s.total()));
                columns.add(new Column("S1", "S1", s.first()));
            }
            pairs = s.second();
            facts.put("mean", s.mean().value());
            facts.put("variance", s.variance().value());
            facts.put("evaluations", s.evaluations());
            varies(s.noiseFloor());
        }
        if (!isConstant && groups.names().equals(asked.parameters()) && output.optimize()) {
            model.ifPresent(this::nearBest);
        }
    }

    void shapley() {
        ShapleyEffects s = analysis.shapley(response, groups, true);
        names = s.names();
        columns.add(new Column("shapley", "share", s.shares()));
        columns.add(new Column("S1", "S1", s.first()));
        columns.add(new Column("ST", "ST", s.total()));
        facts.put("mean", s.mean().value());
        facts.put("variance", s.variance().value());
        facts.put("evaluations", s.evaluations());
        if (!s.shares().getFirst().isKnown()) {
            constant();
        }
    }

    private void varies(Estimate floor) {
        if (floor.isKnown()) {
            double most = Math.abs(floor.value()) + floor.half();
            facts.put("noise_floor", most);
            note(
                    String.format(
                            Locale.ROOT,
                            "What is below %.3f may be nothing: a dummy parameter has as much.",
                            most));
        } else {
            constant();
        }
    }

    private void constant() {
        isConstant = true;
        if (trust.isPresent() && !Double.isFinite(trust.get().skill())) {
            return; // it knows nothing, which is said
        }
        note("The output does not vary%s.".formatted(model.isPresent() ? ", by this model" : ""));
    }

    private void nearBest(ModelResponse of) {
        NearBest near = analysis.nearBest(of);
        columns.add(new Column("near_best", "to reach best 10 %", near.reach()));
        columns.add(new Column("within_best", "within best 10 %", near.within()));
    }

    void morris() {
        MorrisScreening m = analysis.morris(response);
        columns.add(new Column("mu_star", "mu*", m.muStar()));
        columns.add(new Column("mu", "mu", m.mu()));
        columns.add(new Column("sigma", "sigma", m.sigma()));
        facts.put("trajectories", m.trajectories());
        facts.put("evaluations", m.evaluations());
        note("Effects of the whole range of a parameter, in the unit of the output.");
    }

    void bounds() {
        DerivativeBounds b = analysis.bounds(response);
        columns.add(new Column("ST_bound", "ST at most", b.bounds()));
        facts.put("evaluations", b.evaluations());
    }

    /** How much worse the model predicts these trials with a parameter permuted. */
    void permutation(List<Trial> trials) {
        var problem = analysis.problem();
        columns.add(
                new Column(
                        "permutation",
                        "importance",
                        PermutationImportance.of(
                                model.orElseThrow().mean(ModelResponse.Scale.NATIVE),
                                trials.stream()
                                        .map(t ->
                                                problem.parameterSpace().encode(t.configuration()))
                                        .toArray(double[][]::new),
                                trials.stream()
                                        .mapToDouble(
                                                t -> problem.value(t, output.name()).orElseThrow())
                                        .toArray(),
                                asked.seed())));
        facts.put("scale", "native");
        note("Importance where the trials are; of an exact model and spread trials it is ST.");
    }

    SensitivityView view(List<PartialDependence> drawn, Optional<Reduction> reduction) {
        return new SensitivityView(
                analysis.task(),
                output,
                trust,
                asked.method(),
                names,
                columns,
                pairs,
                drawn,
                reduction,
                facts,
                notes);
    }
}
