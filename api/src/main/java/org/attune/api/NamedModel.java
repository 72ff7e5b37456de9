package org.attune.api;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
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
    NamedModel {
        Objects.requireNonNull(model, "the model is null");
    }

    @Override
    public Prediction predict(Point task, Point configuration, String output) {
        return predicted(
                () -> knows(task, output) && holds(configuration),
                () -> model.predict(task, configuration, output));
    }

    @Override
    public OptionalDouble logDensity(Point task, Point configuration, String output, double value) {
        return predicted(
                () -> knows(task, output) && holds(configuration),
                () -> model.logDensity(task, configuration, output, value));
    }

    @Override
    public OptionalDouble failureProbability(Point task, Point configuration) {
        return predicted(
                () -> knows(task) && holds(configuration),
                () -> model.failureProbability(task, configuration));
    }

    @Override
    public Optional<Predictor> predictor(Point task, String output) {
        return predicted(() -> knows(task, output), () -> model.predictor(task, output));
    }

    @Override
    public List<String> outputs() {
        return answer(() -> true, model::outputs);
    }

    @Override
    public Trust trust(Point task, String output) {
        return answer(() -> knows(task, output), () -> model.trust(task, output));
    }

    @Override
    public List<HeldOutRun> heldOut(Point task, String output) {
        return answer(() -> knows(task, output), () -> model.heldOut(task, output));
    }

    @Override
    public Optional<ModelView> view(Point task, String output) {
        return answer(() -> knows(task, output), () -> model.view(task, output));
    }

    @Override
    public boolean shares(Point task, String output) {
        return answer(() -> knows(task, output), () -> model.shares(task, output));
    }

    @Override
    public Optional<String> sharing(Point task, String output) {
        return answer(() -> knows(task, output), () -> model.sharing(task, output));
    }

    @Override
    public List<ModelQuality> performanceModels(Point task, String output) {
        return answer(() -> knows(task, output), () -> model.performanceModels(task, output));
    }

    @Override
    public Optional<TaskCorrelation> taskCorrelation(String output) {
        return answer(() -> outputs().contains(output), () -> model.taskCorrelation(output));
    }

    @Override
    public List<ModelRecord> records() {
        return answer(() -> true, model::records);
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
    private <T> T predicted(BooleanSupplier fits, Supplier<T> question) {
        return answer(question, e -> e instanceof IllegalStateException || isRefusal(e, fits));
    }

    private <T> T answer(BooleanSupplier fits, Supplier<T> question) {
        return answer(question, e -> isRefusal(e, fits));
    }

    /** Returns whether an argument was refused that is none of the study's. */
    private static boolean isRefusal(RuntimeException e, BooleanSupplier fits) {
        return e instanceof TunerException
                || e instanceof IllegalArgumentException && !fits.getAsBoolean();
    }

    private <T> T answer(Supplier<T> question, Predicate<RuntimeException> refusal) {
        try {
            return Objects.requireNonNull(question.get(), "the model returned null");
        } catch (RuntimeException e) {
            throw refusal.test(e) ? e : TunerException.of(provider, e);
        } catch (LinkageError | AssertionError | StackOverflowError e) {
            throw TunerException.of(provider, e);
        }
    }

    @Override
    public String toString() {
        return model.toString();
    }
}
