package org.attune.studies.sensitivity;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.Trust;
import org.attune.sensitivity.Analysis;
import org.attune.sensitivity.DerivativeBounds;
import org.attune.sensitivity.Estimate;
import org.attune.sensitivity.GivenData;
import org.attune.sensitivity.Grouping;
import org.attune.sensitivity.ModelResponse;
import org.attune.sensitivity.MorrisScreening;
import org.attune.sensitivity.NearBest;
import org.attune.sensitivity.PartialDependence;
import org.attune.sensitivity.PermutationImportance;
import org.attune.sensitivity.Reduction;
import org.attune.sensitivity.Response;
import org.attune.sensitivity.SampleSize;
import org.attune.sensitivity.ShapleyEffects;
import org.attune.sensitivity.SobolIndices;
import org.attune.studies.report.StoredStudy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The sensitivity of a study's outputs: asks its model, or looks at its trials alone.
 *
 * @param stored the study
 * @param method how
 * @param size of the design
 * @param draws of the posterior
 * @param scale of the outputs
 * @param groups parameters that are looked at as one, by the name of the group
 * @param curves whether partial dependence is wanted besides
 * @param accepted loss that is accepted to fix parameters, as a share of the best, if wanted
 * @param seed of all randomness
 */
public record SensitivityStudy(
        StoredStudy stored,
        SensitivityMethod method,
        SampleSize size,
        int draws,
        ModelResponse.Scale scale,
        SequencedMap<String, List<String>> groups,
        boolean curves,
        Optional<Double> accepted,
        Seed seed) {
    /** Copies the groups. */
    public SensitivityStudy {
        groups = new LinkedHashMap<>(groups);
        if (!groups.isEmpty()
                && method != SensitivityMethod.SOBOL
                && method != SensitivityMethod.SHAPLEY) {
            throw new IllegalArgumentException(
                    "Groups are for the methods sobol and shapley, not for '%s'."
                            .formatted(method));
        }
    }

    private Analysis analysis(Point task) {
        return new Analysis(stored.problem(), task, size, draws, scale, seed);
    }

    private Grouping grouping() {
        return Grouping.of(
                stored.problem().parameterSpace().parameters().stream()
                        .map(Parameter::name)
                        .toList(),
                groups);
    }

    private List<String> parameters() {
        return analysis(Point.EMPTY).single().names();
    }

    /** Returns what an output of a task depends on by its trials alone. */
    public SensitivityView byData(Point task, Objective output) {
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        measured(task, output)
                .forEach(t -> {
                    x.add(stored.problem().parameterSpace().encode(t.configuration()));
                    y.add(stored.problem().value(t, output.name()).orElseThrow());
                });
        List<Estimate> first =
                GivenData.firstOrder(
                        stored.problem().parameterSpace().parameters(),
                        x.toArray(new double[0][]),
                        y.stream().mapToDouble(v -> v).toArray(),
                        seed);
        var facts = new LinkedHashMap<String, Object>();
        facts.put("scale", "native");
        facts.put("trials", y.size());
        return new SensitivityView(
                task,
                output,
                Optional.empty(),
                method,
                parameters(),
                List.of(new Column("S1", "S1", first)),
                List.of(),
                List.of(),
                Optional.empty(),
                facts,
                List.of(
                        "S1 of %d trials, without a model; trials of a tuner crowd where it is good, and tell of that place."
                                .formatted(y.size())));
    }

    private List<Trial> measured(Point task, Objective output) {
        return stored.records().finished().stream()
                .filter(t -> t.isFull() && t.task().equals(task))
                .filter(t -> t.outcome() instanceof Outcome.Measured)
                .filter(t -> stored.problem().value(t, output.name()).isPresent())
                .toList();
    }

    /** Returns what an output of a task depends on by a model. */
    public SensitivityView byModel(FittedModel model, Point task, Objective output) {
        Analysis analysis = analysis(task);
        var asked = new ModelResponse(stored.problem(), model, task, output.name());
        Response response = analysis.functions(asked);
        var parts = new Parts(analysis, asked, response, model.trust(task, output.name()), output);
        switch (method) {
            case SOBOL -> parts.sobol();
            case SHAPLEY -> parts.shapley();
            case MORRIS -> parts.morris();
            case DGSM -> parts.bounds();
            case PERMUTATION -> parts.permutation();
            case CURVES -> parts.notes.add("Each curve is the average over the other parameters.");
            case DATA -> throw new IllegalArgumentException("The method 'data' asks no model.");
        }
        List<PartialDependence> drawn =
                curves || method == SensitivityMethod.CURVES
                        ? analysis.curves(response)
                        : List.of();
        return parts.view(
                drawn,
                accepted.map(share -> {
                    Point good = best(task, output);
                    return Reduction.of(
                            analysis,
                            asked,
                            analysis.importance(model, output.name()),
                            good,
                            share);
                }));
    }

    private Point best(Point task, Objective output) {
        int sign = output.goal().sign();
        return measured(task, output).stream()
                .min(
                        Comparator.comparingDouble(
                                t -> sign * stored.problem().value(t, output.name()).orElseThrow()))
                .map(Trial::configuration)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "Nothing has been measured of task %s, whose best values could be fixed."
                                        .formatted(task)));
    }

    /** Collects what is shown. */
    private final class Parts {
        private final Analysis analysis;
        private final ModelResponse model;
        private final Response response;
        private final Trust trust;
        private final Objective output;
        private final List<Column> columns = new ArrayList<>();
        private final SequencedMap<String, Object> facts = new LinkedHashMap<>();
        private final List<String> notes = new ArrayList<>();
        private List<String> names = parameters();
        private List<List<Estimate>> pairs = List.of();

        Parts(
                Analysis analysis,
                ModelResponse model,
                Response response,
                Trust trust,
                Objective output) {
            this.analysis = analysis;
            this.model = model;
            this.response = response;
            this.trust = trust;
            this.output = output;
            facts.put("scale", scale.name().toLowerCase(java.util.Locale.ROOT));
            facts.put("samples", size.points());
            facts.put("draws", model.hasDraws() ? draws : 0);
            if (!model.hasDraws() && draws > 0) {
                notes.add(
                        "The model has no draws: intervals say what the points miss, and not what"
                                + " the model does.");
            }
        }

        void sobol() {
            Optional<SobolIndices> found = analysis.sobol(response, grouping());
            if (found.isEmpty()) {
                notes.add(
                        "Constraints tie parameters together, so that S1 and ST are no shares: they"
                                + " go by their definitions, and the Shapley effect counts.");
                shapley();
            } else {
                SobolIndices s = found.get();
                ShapleyEffects shares = analysis.shapley(response, grouping(), false);
                names = s.names();
                columns.add(new Column("shapley", "share", shares.shares()));
                columns.add(new Column("S1", "S1", s.first()));
                columns.add(new Column("ST", "ST", s.total()));
                pairs = s.second();
                facts.put("mean", s.mean().value());
                facts.put("variance", s.variance().value());
                facts.put("evaluations", s.evaluations());
                varies(s.noiseFloor());
            }
            nearBest();
        }

        void shapley() {
            ShapleyEffects s = analysis.shapley(response, grouping(), true);
            names = s.names();
            columns.add(new Column("shapley", "share", s.shares()));
            columns.add(new Column("S1", "S1", s.first()));
            columns.add(new Column("ST", "ST", s.total()));
            facts.put("mean", s.mean().value());
            facts.put("variance", s.variance().value());
            facts.put("evaluations", s.evaluations());
            if (!s.shares().getFirst().isKnown()) {
                notes.add("The output does not vary, by this model.");
            }
        }

        private void varies(Estimate floor) {
            if (floor.isKnown()) {
                facts.put("noise_floor", Math.abs(floor.value()) + floor.half());
                notes.add(
                        String.format(
                                java.util.Locale.ROOT,
                                "What is below %.3f may be nothing: a dummy parameter has as much.",
                                Math.abs(floor.value()) + floor.half()));
            } else {
                notes.add("The output does not vary, by this model.");
            }
        }

        private void nearBest() {
            if (!groups.isEmpty() || !output.optimize()) {
                return;
            }
            NearBest near = analysis.nearBest(model);
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
            notes.add("Effects of the whole range of a parameter, in the unit of the output.");
        }

        void bounds() {
            DerivativeBounds b = analysis.bounds(response);
            columns.add(new Column("ST_bound", "ST at most", b.bounds()));
            facts.put("evaluations", b.evaluations());
        }

        void permutation() {
            List<Trial> trials = measured(analysis.task(), output);
            var space = stored.problem().parameterSpace();
            columns.add(
                    new Column(
                            "permutation",
                            "importance",
                            PermutationImportance.of(
                                    model.mean(ModelResponse.Scale.NATIVE),
                                    trials.stream()
                                            .map(t -> space.encode(t.configuration()))
                                            .toArray(double[][]::new),
                                    trials.stream()
                                            .mapToDouble(t ->
                                                    stored.problem()
                                                            .value(t, output.name())
                                                            .orElseThrow())
                                            .toArray(),
                                    seed)));
            facts.put("scale", "native");
            notes.add(
                    "Importance where the trials are; of an exact model and spread trials it is"
                            + " ST.");
        }

        SensitivityView view(List<PartialDependence> drawn, Optional<Reduction> reduction) {
            return new SensitivityView(
                    analysis.task(),
                    output,
                    Optional.of(trust),
                    method,
                    names,
                    columns,
                    pairs,
                    drawn,
                    reduction,
                    facts,
                    notes);
        }
    }
}
