package org.attune.studies.model;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.ModelProvider;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.StudyRecord;
import org.attune.api.TunerProvider;
import org.attune.api.TunerView;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.Summary;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The model that the tuner of a study would use for its next proposal. */
public final class StudyModel {
    private StudyModel() {}

    /** What to say before anything has been measured. */
    public static final String KNOWS_NOTHING =
            "The model knows nothing yet: nothing has been measured.";

    /** Returns what to say of a task that is better predicted so than by its own trials alone. */
    public static String sharing(FittedModel model, Point task, String output) {
        return model.sharing(task, output)
                .map(by ->
                        by.equals("features")
                                ? " It has learned from all tasks, by their features."
                                : " It has learned from all tasks.")
                .orElse("");
    }

    /**
     * Fits the model.
     *
     * @throws IllegalStateException where the tuner has none or too little has been measured
     */
    public static FittedModel of(Supplier<Tuners> tuners, StoredStudy stored) {
        return find(tuners, stored)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "Study '%s' has too few measured trials for a model: %d; %d failed."
                                        .formatted(
                                                stored.setUp().study(),
                                                count(stored, Outcome.Measured.class),
                                                count(stored, Outcome.Failed.class))));
    }

    private static long count(StoredStudy stored, Class<? extends Outcome> kind) {
        return stored.records().trials().stream()
                .filter(t -> t.isFull() && kind.isInstance(t.outcome()))
                .count();
    }

    /**
     * Fits the model; empty where too little has been measured.
     *
     * @throws IllegalStateException where the tuner has none
     */
    public static Optional<FittedModel> find(Supplier<Tuners> tuners, StoredStudy stored) {
        return find(tuners, stored, UnaryOperator.identity());
    }

    /**
     * Fits the model of a study's tasks and others beside them; empty where too little has been
     * measured.
     *
     * @throws IllegalArgumentException if these tasks have other features
     */
    public static Optional<FittedModel> beside(
            Supplier<Tuners> tuners,
            StoredStudy stored,
            List<Point> more,
            Map<Point, Map<String, Double>> features) {
        return find(tuners, stored, request -> request.beside(more, features));
    }

    private static Optional<FittedModel> find(
            Supplier<Tuners> tuners, StoredStudy stored, UnaryOperator<TuningRequest> asked) {
        StudyRecord setUp = stored.setUp();
        TunerProvider provider = provider(tuners, stored);
        ModelProvider models =
                provider.models()
                        .filter(ModelProvider::predicts)
                        .orElseThrow(() -> learnsNone(setUp));
        return models.fit(
                asked.apply(TuningRequest.of(stored.problem(), setUp, provider)),
                new TunerView(stored.problem(), provider).of(stored.records()));
    }

    /**
     * Returns the error that a study has no model: its tuner learns none, or nothing has been
     * measured.
     */
    public static IllegalStateException none(Supplier<Tuners> tuners, StoredStudy stored) {
        return predicts(tuners, stored)
                ? new IllegalStateException(KNOWS_NOTHING)
                : learnsNone(stored.setUp());
    }

    private static IllegalStateException learnsNone(StudyRecord setUp) {
        return new IllegalStateException(
                "Tuner '%s' of study '%s' learns no model. Maybe tune another study with gp-lcm."
                        .formatted(setUp.tuner(), setUp.study()));
    }

    /** Returns whether the tuner of a study has models that predict. */
    public static boolean predicts(Supplier<Tuners> tuners, StoredStudy stored) {
        return provider(tuners, stored).models().filter(ModelProvider::predicts).isPresent();
    }

    /** Returns tables and plots of what the tuner of a study knows; none where it has none. */
    public static List<Exhibit> exhibits(Supplier<Tuners> tuners, StoredStudy stored) {
        TunerProvider provider = provider(tuners, stored);
        var request = TuningRequest.of(stored.problem(), stored.setUp(), provider);
        return provider.models()
                .map(m ->
                        m.exhibits(
                                request,
                                new TunerView(stored.problem(), provider).of(stored.records())))
                .orElse(List.of());
    }

    private static TunerProvider provider(Supplier<Tuners> tuners, StoredStudy stored) {
        return tuners.get().named(stored.setUp().tuner());
    }

    /** Prints for each of the tasks, and each output, how far the model can be trusted. */
    public static void printTrust(
            FittedModel model, TuningProblem problem, List<Point> tasks, PrintStream out) {
        printTrust(
                model,
                problem,
                tasks,
                (task, output) ->
                        model.trust(task, output).statement() + sharing(model, task, output),
                out);
    }

    /** Prints the same in one sentence each. */
    public static void printBriefTrust(
            FittedModel model, TuningProblem problem, List<Point> tasks, PrintStream out) {
        printTrust(
                model,
                problem,
                tasks,
                (task, output) -> model.trust(task, output).statement().split("(?<=\\.) ", 2)[0],
                out);
    }

    private static void printTrust(
            FittedModel model,
            TuningProblem problem,
            List<Point> tasks,
            BiFunction<Point, String, String> said,
            PrintStream out) {
        if (tasks.size() > Summary.FEW) {
            problem.objectives().stream()
                    .filter(o -> model.outputs().contains(o.name()))
                    .forEach(o -> TrustTable.print(model, tasks, o, out));
            return;
        }
        for (Point task : tasks) {
            for (String output : model.outputs()) {
                String name = name(task, model.outputs().size() > 1 ? output : "");
                out.println((name.isEmpty() ? "" : name + ": ") + said.apply(task, output));
            }
        }
    }

    /** Returns what a line is about; an output is named where there are several. */
    public static String name(Point task, String output) {
        return Stream.of(task.values().isEmpty() ? "" : Format.task(task), output)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /**
     * Prints what was learned about the likeness of tasks.
     *
     * @param shown which outputs
     */
    public static void printCorrelations(
            FittedModel model, Predicate<String> shown, PrintStream out) {
        for (String output : model.outputs()) {
            model.taskCorrelation(output)
                    .filter(c -> shown.test(output))
                    .ifPresent(c -> {
                        String of = model.outputs().size() > 1 ? " in '%s'".formatted(output) : "";
                        CorrelationTable.print(of, c, out);
                    });
        }
    }
}
