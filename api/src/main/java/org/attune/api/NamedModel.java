package org.attune.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A model whose faults have the name of its tuner, as those of {@link NamedFaults} have. What it
 * may refuse stays as it is: arguments that are none of the study's, and predictions of a task of
 * which nothing has been measured.
 *
 * @param provider of the tuner
 * @param request as the model was fitted for
 * @param model as the tuner made it
 */
record NamedModel(TunerProvider provider, TuningRequest request, FittedModel model)
        implements FittedModel {
    @Override
    public Prediction predict(Point task, Point configuration, String output) {
        Prediction given =
                predicted(
                        "predict",
                        () -> knows(task, output) && holds(configuration),
                        () -> model.predict(task, configuration, output));
        if (Double.isNaN(given.median()) || !(given.lower() <= given.upper())) {
            throw TunerException.of(provider, "predict() returned " + given);
        }
        return given;
    }

    @Override
    public OptionalDouble logDensity(Point task, Point configuration, String output, double value) {
        return predicted(
                "logDensity",
                () -> knows(task, output) && holds(configuration),
                () -> model.logDensity(task, configuration, output, value));
    }

    @Override
    public OptionalDouble failureProbability(Point task, Point configuration) {
        return predicted(
                "failureProbability",
                () -> knows(task) && holds(configuration),
                () -> model.failureProbability(task, configuration));
    }

    @Override
    public Optional<Predictor> predictor(Point task, String output) {
        return predicted(
                        "predictor", () -> knows(task, output), () -> model.predictor(task, output))
                .map(p -> new NamedPredictor(provider, p));
    }

    @Override
    public List<String> outputs() {
        return answer("outputs", () -> true, model::outputs);
    }

    @Override
    public Trust trust(Point task, String output) {
        return answer("trust", () -> knows(task, output), () -> model.trust(task, output));
    }

    @Override
    public List<HeldOutRun> heldOut(Point task, String output) {
        return answer("heldOut", () -> knows(task, output), () -> model.heldOut(task, output));
    }

    @Override
    public Optional<ModelView> view(Point task, String output) {
        return answer("view", () -> knows(task, output), () -> model.view(task, output));
    }

    @Override
    public boolean shares(Point task, String output) {
        return answer("shares", () -> knows(task, output), () -> model.shares(task, output));
    }

    @Override
    public Optional<String> sharing(Point task, String output) {
        return answer("sharing", () -> knows(task, output), () -> model.sharing(task, output));
    }

    @Override
    public List<ModelQuality> performanceModels(Point task, String output) {
        return answer(
                "performanceModels",
                () -> knows(task, output),
                () -> model.performanceModels(task, output));
    }

    @Override
    public Optional<TaskCorrelation> taskCorrelation(String output) {
        return answer(
                "taskCorrelation",
                () -> outputs().contains(output),
                () -> model.taskCorrelation(output));
    }

    @Override
    public List<ModelRecord> records() {
        return answer("records", () -> true, model::records);
    }

    private boolean knows(Point task, String output) {
        return knows(task) && outputs().contains(output);
    }

    private boolean knows(Point task) {
        return request.tasks().contains(task);
    }

    private boolean holds(Point configuration) {
        return request.problem().parameterSpace().holds(configuration);
    }

    /** Returns an answer about a task of which nothing may have been measured. */
    private <T> T predicted(String method, BooleanSupplier fits, Supplier<T> question) {
        return NamedFaults.answer(
                provider,
                method,
                question,
                e -> e instanceof IllegalStateException || isRefusal(e, fits));
    }

    private <T> T answer(String method, BooleanSupplier fits, Supplier<T> question) {
        return NamedFaults.answer(provider, method, question, e -> isRefusal(e, fits));
    }

    /** Returns whether an argument was refused that is none of the study's. */
    private static boolean isRefusal(RuntimeException e, BooleanSupplier fits) {
        return e instanceof IllegalArgumentException && !fits.getAsBoolean();
    }

    @Override
    public String toString() {
        return model.toString();
    }
}
