package org.attune.tla;

import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.joint.TaskFeatures;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes {@link Target}s; what it keeps is learned from sources alone. */
final class Targets {
    private static final int REFERENCE = 64;

    private final TuningRequest request;
    private final SourceModels models;
    private final boolean sharing;
    private final Map<Point, double[][]> reference = new HashMap<>();
    private final Map<List<Object>, Known> known = new HashMap<>();

    private record Known(List<LearnedSource> sources, SourcePrior prior) {}

    /**
     * Makes it.
     *
     * @param sharing whether models of sources have the same hyperparameters
     */
    Targets(TuningRequest request, Axes axes, EngineSettings settings, boolean sharing) {
        this.sharing = sharing;
        this.request = request;
        this.models = new SourceModels(request.problem(), axes, settings);
    }

    /**
     * Returns an output of a task with its sources; empty where none says anything of it.
     *
     * @param data what was measured
     */
    Optional<Target> of(Region region, Objective output, Dataset data, Records records) {
        Known sources = known(region, output, records);
        return sources.sources().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Target(
                                output,
                                data,
                                sources.sources(),
                                sources.prior(),
                                reference(region),
                                request.seed().child("task " + region.task(), 0)));
    }

    private Known known(Region region, Objective output, Records records) {
        Stream<String> digests = records.sources().stream().map(SourceRecord::digest);
        List<Object> key = Stream.concat(Stream.of(region.task(), output.name()), digests).toList();
        return known.computeIfAbsent(
                key,
                k -> {
                    var sources = new ArrayList<LearnedSource>();
                    models(output, records)
                            .forEach((s, m) ->
                                    sources.add(new LearnedSource(s, m, reference(region))));
                    return new Known(
                            List.copyOf(sources),
                            SourcePrior.of(
                                    sources,
                                    features(
                                            region.task(),
                                            sources.stream().map(LearnedSource::record).toList())));
                });
    }

    /** Returns the models of the sources that say something of an output. */
    private Map<SourceRecord, Surrogate> models(Objective output, Records records) {
        if (sharing) {
            return models.sharing(records.sources(), output, records);
        }
        var own = new LinkedHashMap<SourceRecord, Surrogate>();
        records.sources().forEach(s -> models.of(s, output, records).ifPresent(m -> own.put(s, m)));
        return own;
    }

    /** Returns what was learned of sources. */
    List<ModelRecord> kept() {
        return models.kept();
    }

    /** Returns what the optima of sources say of that of a task; empty where they say nothing. */
    Optional<OptimumPrediction> optimum(Region region, Records records) {
        var best = new ArrayList<double[]>();
        var sources = new ArrayList<SourceRecord>();
        for (SourceRecord s : records.sources()) {
            Optional<Point> optimum = best(s);
            optimum.ifPresent(o -> {
                best.add(region.encode(o));
                sources.add(s);
            });
        }
        return OptimumPrediction.of(region, best, features(region.task(), sources));
    }

    /** Returns the best configuration of a source by the first objective, among the problem's. */
    private Optional<Point> best(SourceRecord source) {
        TuningProblem problem = request.problem();
        Objective first = problem.optimized().getFirst();
        if (SourceModels.isConstant(SourceModels.values(problem, source, first))) {
            return Optional.empty(); // none of them is the best
        }
        return source.trialsWithin(problem.parameterSpace()).stream()
                .filter(t -> t.isFull() && problem.isInRange(t))
                .min(
                        Comparator.comparingDouble(t ->
                                first.goal().sign()
                                        * problem.value(t, first.name())
                                                .orElse(Double.POSITIVE_INFINITY)))
                .map(Trial::configuration)
                .or(() -> source.bestWithin(problem.parameterSpace()).stream().findFirst());
    }

    /** Returns a row of features of each source's task and, last, of this one. */
    private Optional<double[][]> features(Point task, List<SourceRecord> sources) {
        var rows = new ArrayList<Point>();
        Map<Point, Map<String, Double>> given = new HashMap<>();
        for (SourceRecord s : sources) {
            rows.add(s.task());
            given.put(s.task(), s.features());
        }
        rows.add(task);
        Map<String, Double> own = request.features().getOrDefault(task, Map.of());
        given.put(task, own);
        boolean all =
                given.values().stream()
                        .allMatch(f -> !f.isEmpty() && f.keySet().equals(own.keySet()));
        return TaskFeatures.of(request.problem().taskSpace(), rows, all ? given : Map.of());
    }

    private double[][] reference(Region region) {
        return reference.computeIfAbsent(
                region.task(),
                t -> {
                    var random = Transfer.everywhere().generator("reference", 0);
                    var places = new ArrayList<double[]>();
                    for (int i = 0; i < REFERENCE; i++) {
                        region.sample(random, 200)
                                .or(() -> region.construct(random))
                                .ifPresent(places::add);
                    }
                    return places.toArray(double[][]::new);
                });
    }
}
