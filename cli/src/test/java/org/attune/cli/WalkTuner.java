package org.attune.cli;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Fidelity;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.api.Suggestion;
import org.attune.api.TaskCorrelation;
import org.attune.api.Trial;
import org.attune.api.Trust;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * For tests: draws at random, keyed by the outcomes so far, and has the mean of all values as its
 * model. Where it is given sources, it begins with what was the best of the first.
 */
@SuppressWarnings("exports") // the test's module is the command's, which exports no API
public final class WalkTuner implements TunerProvider {
    private static final Option<Integer> INITIAL =
            Option.integer("initial", 3, 1, 100, "Trials before the model.");

    /** For the service loader. */
    public WalkTuner() {}

    @Override
    public String name() {
        return "walk";
    }

    @Override
    public String summary() {
        return "Draws at random.";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(INITIAL);
    }

    @Override
    public TunerAbilities abilities() {
        return TunerAbilities.USUAL.withSources();
    }

    @Override
    public Tuner create(TuningRequest request) {
        return (records, demand) -> propose(request, records, demand);
    }

    private static Proposal propose(TuningRequest request, Records records, Demand demand) {
        long key = records.nextNumber();
        for (Trial t : records.finished()) {
            if (t.outcome() instanceof Outcome.Measured m) {
                key = 31 * key + m.outputs().hashCode(); // learns from every value
            }
        }
        var suggestions = new ArrayList<Suggestion>();
        for (Point task : demand.tasksInTurn()) {
            Optional<Point> best =
                    records.sources().stream().findFirst().flatMap(s -> best(request, s));
            boolean used =
                    records.trials(task).stream()
                            .anyMatch(t -> t.origin().technique().equals("source"));
            if (best.isPresent() && !used && suggestions.isEmpty()) {
                return Proposal.run(
                        List.of(
                                new Suggestion(
                                        Candidate.of(task, best.get()), Origin.of("source"))));
            }
            var random = request.seed().generator("walk", key + suggestions.size());
            Point point;
            do {
                point = request.problem().parameterSpace().sample(random);
            } while (!request.problem().admits(task, point));
            suggestions.add(
                    new Suggestion(new Candidate(task, point, Fidelity.FULL), Origin.of("walk")));
        }
        return Proposal.run(suggestions);
    }

    /** Returns the best configuration of a source. */
    private static Optional<Point> best(TuningRequest request, SourceRecord source) {
        if (!source.best().isEmpty()) {
            return Optional.of(source.best().getFirst());
        }
        if (source.trials().isEmpty()) {
            SourceModel model = source.models().getFirst();
            return Optional.of(
                    model.places().get(model.values().indexOf(Collections.min(model.values()))));
        }
        String output = request.problem().optimized().getFirst().name();
        return source.trialsWithin(request.problem().parameterSpace()).stream()
                .filter(t -> request.problem().value(t, output).isPresent())
                .min(
                        Comparator.comparingDouble(
                                t -> request.problem().value(t, output).getAsDouble()))
                .map(Trial::configuration);
    }

    @Override
    public Optional<ModelProvider> models() {
        return Optional.of(new Means());
    }

    private static final class Means implements ModelProvider {
        @Override
        public Optional<FittedModel> fit(TuningRequest request, Records records) {
            return records.finished().size() < 2
                    ? Optional.empty()
                    : Optional.of(new Mean(request.problem(), records));
        }

        @Override
        public FittedModel load(TuningRequest request, Records records, ModelRecord record) {
            return new Mean(request.problem(), records);
        }
    }

    private record Mean(TuningProblem problem, Records seen) implements FittedModel {
        @Override
        public Prediction predict(Point task, Point configuration, String output) {
            double mean =
                    seen.trials(task).stream()
                            .map(t -> problem.value(t, output))
                            .filter(java.util.OptionalDouble::isPresent)
                            .mapToDouble(java.util.OptionalDouble::getAsDouble)
                            .average()
                            .orElse(Double.NaN);
            return new Prediction(mean, 1, mean, mean - 2, mean + 2);
        }

        @Override
        public List<String> outputs() {
            return problem.optimized().stream().map(o -> o.name()).toList();
        }

        @Override
        public Trust trust(Point task, String output) {
            int trials = seen.trials(task).size();
            return Trust.unknown(trials, "the model knows nothing yet");
        }

        @Override
        public Optional<TaskCorrelation> taskCorrelation(String output) {
            return Optional.empty();
        }

        @Override
        public List<ModelRecord> records() {
            long count = seen.finished().size();
            return outputs().stream()
                    .map(o ->
                            new ModelRecord(
                                    o,
                                    "" + count,
                                    Map.of(
                                            "objective",
                                            o,
                                            "model_stats",
                                            Map.of(
                                                    "log_likelihood",
                                                    -0.5 * count,
                                                    "parameters",
                                                    1L,
                                                    "evaluations",
                                                    count))))
                    .toList();
        }
    }
}
