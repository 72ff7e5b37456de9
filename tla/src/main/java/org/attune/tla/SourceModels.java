package org.attune.tla;

import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.LearnedRecord;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.PriorMean;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.WarpedData;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Models of the outputs of sources, each learned once: of up to 100 trials, of more a third of
 * these the best ones and the others equally far apart in their order. A source without trials is
 * modelled by its table. Models of two to {@value #SHARING} sources can have {@link
 * SharedHyperparameters}; of more, what is learned together was worse than what each knows.
 */
final class SourceModels {
    private static final int MOST = 100; // trials that a model is fitted to
    private static final int FEWEST = 2; // trials of a source
    private static final int SHARING = 10; // sources at most that share hyperparameters
    private static final double PREFERENCE = 2; // for shared ones without alignment, in nats
    static final int KEPT = 20; // of so many on what was learned is a record

    private final TuningProblem problem;
    private final Axes axes;
    private final EngineSettings settings;
    private final Map<Key, Learning> learned = new LinkedHashMap<>();
    private final Map<String, ModelRecord> shared = new LinkedHashMap<>(); // by their keys

    private record Key(String digest, String output) {
        /** Returns the key of the record of what was learned. */
        String ofRecord() {
            return "learned %s of source %s".formatted(output, digest.substring(0, 16));
        }
    }

    private record Learning(SurrogateFitter fitter, Optional<WarpedProcess> model) {
        /** Returns the model; empty where it is of fewer trials. */
        Optional<Surrogate> of(int trials) {
            return model.filter(m -> m.data().size() >= trials).map(m -> m);
        }
    }

    SourceModels(TuningProblem problem, Axes axes, EngineSettings settings) {
        this.problem = problem;
        this.axes = axes;
        this.settings = settings;
    }

    /**
     * Returns the model of an output of a source; empty where nothing is known of it, or all values
     * are the same, which says nothing of any order.
     *
     * @param records that may have what an earlier process has learned
     */
    Optional<Surrogate> of(SourceRecord source, Objective output, Records records) {
        var key = new Key(source.digest(), output.name());
        return learned.computeIfAbsent(
                        key,
                        k ->
                                learn(
                                        data(source, output),
                                        output.name(),
                                        records.model(k.ofRecord())))
                .of(FEWEST)
                .filter(m -> !isConstant(Arrays.stream(m.data().y())));
    }

    /** Returns whether there are several values, and all of them are the same. */
    static boolean isConstant(DoubleStream values) {
        double[] y = values.toArray();
        return y.length >= FEWEST && Arrays.stream(y).allMatch(v -> v == y[0]);
    }

    /** Returns why there is no model of an output of a source. */
    static String lack(TuningProblem problem, SourceRecord source, Objective output) {
        boolean few =
                usable(problem, source, output).size() < FEWEST
                        && table(problem, source, output).size() < FEWEST;
        return few ? "too few trials" : "all values equal";
    }

    /**
     * Returns the models of an output of several sources, with the same hyperparameters; their own
     * for a single one, and for many.
     *
     * @param records that may have what an earlier process has learned
     */
    Map<SourceRecord, Surrogate> sharing(
            List<SourceRecord> sources, Objective output, Records records) {
        var models = new LinkedHashMap<SourceRecord, Surrogate>();
        sources.forEach(s -> of(s, output, records).ifPresent(m -> models.put(s, m)));
        if (models.size() > 1 && models.size() <= SHARING) {
            double[] theta = shared(List.copyOf(models.values()), output.name(), records);
            models.replaceAll((s, m) -> with(theta, m, output.name()));
        }
        return models;
    }

    private double[] shared(List<Surrogate> models, String output, Records records) {
        List<ProcessPrior> priors =
                ProcessPrior.compared(
                        axes, settings.surrogate().kernel(), settings.priorsTogether(axes), 0);
        var hash = new LearnedRecord.Hash();
        models.forEach(m -> hash.add(m.data().x(), m.data().y(), m.data().noise()));
        String basis = hash.text();
        String key = "shared %s of %d sources %s".formatted(output, models.size(), basis);
        Optional<double[]> known =
                records.model(key)
                        .filter(r -> r.basis().equals(basis))
                        .flatMap(r ->
                                priors.stream()
                                        .flatMap(p ->
                                                LearnedRecord.learned(r, p.layout().size())
                                                        .stream())
                                        .findFirst())
                        .map(Learned::theta);
        double[] theta =
                known.orElseGet(() ->
                        priors.stream()
                                .flatMap(p -> mode(p, models).stream())
                                .min(Comparator.comparingDouble(m -> charged(m, priors.getFirst())))
                                .map(BoxLbfgs.Result::x)
                                .orElseGet(() -> priors.getFirst().layout().mode()));
        int trials = models.stream().mapToInt(m -> m.data().size()).sum();
        if (trials >= KEPT) {
            var what = new Learned(models.getFirst().warp().shape(), theta, theta);
            shared.put(key, LearnedRecord.of(key, basis, trials, what));
        }
        return theta;
    }

    /** Returns what the choice minimises, of a mode of one of several priors. */
    private static double charged(BoxLbfgs.Result mode, ProcessPrior plain) {
        return mode.value() + (mode.x().length > plain.layout().size() ? PREFERENCE : 0);
    }

    private static Optional<BoxLbfgs.Result> mode(ProcessPrior prior, List<Surrogate> models) {
        List<WarpedData> seen = models.stream().map(m -> seen(prior, m)).toList();
        return new SharedHyperparameters(prior, seen).mode();
    }

    private static WarpedData seen(ProcessPrior prior, Surrogate model) {
        return new WarpedData(
                prior,
                new int[model.data().size()],
                List.of(model.data()),
                List.of(model.warp()),
                List.of(ModelCoordinates.NONE),
                List.of(PriorMean.NONE));
    }

    /** Returns the model of the same data with these hyperparameters. */
    private Surrogate with(double[] theta, Surrogate model, String output) {
        SurrogateFitter fitter = fitter(output);
        fitter.recall(model.data(), new Learned(model.warp().shape(), theta, theta));
        return fitter.fit(model.data()).map(Surrogate.class::cast).orElse(model);
    }

    /**
     * Fits a model. What it draws is keyed by the output alone, so that equal trials give an equal
     * model, whatever else is known of the source, such as how long its runs took.
     */
    private Learning learn(Dataset data, String output, Optional<ModelRecord> record) {
        SurrogateFitter fitter = fitter(output);
        record.ifPresent(r -> fitter.take(data, r));
        return new Learning(fitter, fitter.fit(data));
    }

    private SurrogateFitter fitter(String output) {
        return new SurrogateFitter(
                LinearAlgebra.best(),
                axes,
                settings.surrogate(),
                settings.priorsTogether(axes),
                new Seed(0).child("source " + output, 0));
    }

    /** Returns the model of other data, of which no record is kept. */
    Optional<Surrogate> fitted(Dataset data, String output) {
        return learn(data, output, Optional.empty()).of(1);
    }

    /** Returns what was learned of sources with 20 trials or more, or of as many of several. */
    List<ModelRecord> kept() {
        return Stream.concat(
                        learned.entrySet().stream()
                                .flatMap(e ->
                                        e
                                                .getValue()
                                                .fitter()
                                                .kept(e.getKey().ofRecord(), KEPT)
                                                .stream()),
                        shared.values().stream())
                .toList();
    }

    /** Returns the trials of a source that a model of an output can be fitted to. */
    static List<Trial> usable(TuningProblem problem, SourceRecord source, Objective output) {
        return source.trialsWithin(problem.parameterSpace()).stream()
                .filter(Trial::isFull)
                .filter(t -> !Double.isNaN(problem.value(t, output.name()).orElse(Double.NaN)))
                .toList();
    }

    /** Returns the values of these. */
    static DoubleStream values(TuningProblem problem, SourceRecord source, Objective output) {
        return usable(problem, source, output).stream()
                .mapToDouble(t -> problem.value(t, output.name()).orElseThrow());
    }

    /** Returns the trials of a source within the target's space; of one without, its table. */
    private Dataset data(SourceRecord source, Objective output) {
        List<Trial> trials = usable(problem, source, output);
        if (trials.isEmpty()) {
            return some(table(problem, source, output));
        }
        return some(
                new Dataset(
                        trials.stream()
                                .map(t -> problem.parameterSpace().encode(t.configuration()))
                                .toArray(double[][]::new),
                        trials.stream()
                                .mapToDouble(t -> problem.value(t, output.name()).orElseThrow())
                                .map(v -> output.goal().sign() * v)
                                .toArray()));
    }

    /** Returns what a source's model says of an output within the target's space. */
    private static Dataset table(TuningProblem problem, SourceRecord source, Objective output) {
        Space space = problem.parameterSpace();
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        for (SourceModel model : source.models()) {
            for (int i = 0; i < model.places().size(); i++) {
                if (model.output().equals(output.name()) && space.holds(model.places().get(i))) {
                    x.add(space.encode(model.places().get(i)));
                    y.add(output.goal().sign() * model.values().get(i));
                }
            }
        }
        return new Dataset(x.toArray(double[][]::new), y.stream().mapToDouble(v -> v).toArray());
    }

    /** Returns the best trials of many, and others equally far apart. */
    private static Dataset some(Dataset data) {
        if (data.size() <= MOST) {
            return data;
        }
        var rows = new TreeSet<Integer>();
        IntStream.range(0, data.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> data.y()[i]))
                .limit(MOST / 3)
                .forEach(rows::add);
        for (int i : LearningSchedule.spread(data.size(), MOST - rows.size())) {
            rows.add(i);
        }
        return data.select(rows.stream().mapToInt(r -> r).toArray());
    }
}
