package org.attune.api;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A provider whose faults have its name: what it throws, and no answer, is a {@link
 * TunerException}. What its {@link #create} throws may be a refusal and stays as it is.
 *
 * @param provider the provider as it was found
 */
record NamedFaults(TunerProvider provider) implements TunerProvider {
    /** Returns a provider whose faults have its name. */
    static TunerProvider of(TunerProvider provider) {
        return provider instanceof NamedFaults ? provider : new NamedFaults(provider);
    }

    /** Returns the provider as it was found. */
    static TunerProvider found(TunerProvider provider) {
        return provider instanceof NamedFaults named ? named.provider : provider;
    }

    @Override
    public String name() {
        return provider.name(); // answered when it was found
    }

    @Override
    public String summary() {
        return provider.summary();
    }

    @Override
    public List<Option<?>> options() {
        return answers("options", provider::options);
    }

    @Override
    public TunerAbilities abilities() {
        return answer("abilities", provider::abilities);
    }

    @Override
    public List<Recommendation> recommendations() {
        return answers("recommendations", provider::recommendations);
    }

    @Override
    public Tuner create(TuningRequest request) {
        return provider.create(request);
    }

    @Override
    public List<String> remarks(TuningRequest request) {
        return answers("remarks", () -> provider.remarks(request));
    }

    @Override
    public Optional<ModelProvider> models() {
        return answer("models", provider::models).map(Models::new);
    }

    private <T> T answer(String method, Supplier<T> question) {
        return answer(provider, method, question, e -> false);
    }

    private <T> List<T> answers(String method, Supplier<List<T>> question) {
        List<T> given = answer(method, question);
        if (given.stream().anyMatch(Objects::isNull)) {
            throw TunerException.of(provider, method + "() returned a list with null in it");
        }
        return given;
    }

    /**
     * Returns an answer of a provider, or of what it made. Kotlin and others throw checked
     * exceptions without declaring them.
     *
     * @param method that was asked
     * @param refusal whether something thrown is no fault, and stays as it is
     */
    static <T> T answer(
            TunerProvider provider,
            String method,
            Supplier<T> question,
            Predicate<RuntimeException> refusal) {
        T given;
        try {
            given = question.get();
        } catch (RuntimeException e) {
            throw e instanceof TunerException || refusal.test(e)
                    ? e
                    : TunerException.of(provider, e);
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            throw TunerException.of(provider, e);
        }
        if (given == null) {
            throw TunerException.of(provider, method + "() returned null");
        }
        return given;
    }

    @Override
    public String toString() {
        return provider.toString();
    }

    /** Its models, likewise. */
    private final class Models implements ModelProvider {
        private final ModelProvider models;

        Models(ModelProvider models) {
            this.models = models;
        }

        @Override
        public Optional<FittedModel> fit(TuningRequest request, Records records) {
            return answer("fit", () -> models.fit(request, records))
                    .map(m -> new NamedModel(provider, request, m));
        }

        @Override
        public boolean predicts() {
            return answer("predicts", models::predicts);
        }

        /** A record may be none of this tuner's: an argument that it refuses is no fault of it. */
        @Override
        public FittedModel load(TuningRequest request, Records records, ModelRecord record) {
            FittedModel model =
                    NamedFaults.answer(
                            provider,
                            "load",
                            () -> models.load(request, records, record),
                            IllegalArgumentException.class::isInstance);
            return new NamedModel(provider, request, model);
        }

        @Override
        public List<Exhibit> exhibits(TuningRequest request, Records records) {
            return answers("exhibits", () -> models.exhibits(request, records));
        }

        @Override
        public String toString() {
            return models.toString();
        }
    }
}
