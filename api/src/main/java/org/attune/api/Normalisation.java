package org.attune.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an outcome says of its normalisation by the drift of the machine: the outputs that count are
 * divided by factors, which stand among the further results with the values as they were measured.
 *
 * @param factors by output
 * @param raw repetitions as measured, by output, of the outputs that have a factor
 */
public record Normalisation(Map<String, Double> factors, Map<String, List<Double>> raw) {
    /** Its key among the further results of an outcome. */
    public static final String KEY = "drift_normalisation";

    private static final String FACTOR = "factor";
    private static final String RAW = "measured";

    /** Copies the maps. */
    public Normalisation {
        factors = Map.copyOf(factors);
        raw = Map.copyOf(raw);
    }

    /**
     * Returns a measured outcome divided by these factors. Standard errors that the program gave
     * are divided by the factor of their output; one that is not positive, such as a value that
     * cannot be a time, stays as it is. Factors of 1 change nothing.
     */
    public static Outcome.Measured divided(Outcome.Measured measured, Map<String, Double> factors) {
        var outputs = new LinkedHashMap<>(measured.outputs());
        var used = new LinkedHashMap<String, Object>();
        var raw = new LinkedHashMap<String, Object>();
        measured.outputs()
                .forEach((name, values) -> {
                    double factor = factors.getOrDefault(valueOf(name), 1.0);
                    boolean positive = values.stream().allMatch(v -> v > 0);
                    if (factor != 1 && positive) {
                        outputs.put(name, values.stream().map(v -> v / factor).toList());
                        used.put(name, factor);
                        raw.put(name, values);
                    }
                });
        if (used.isEmpty()) {
            return measured;
        }
        var extra = new LinkedHashMap<>(measured.extra());
        extra.put(KEY, Map.of(FACTOR, used, RAW, raw));
        return new Outcome.Measured(
                outputs, extra, measured.elapsed(), measured.reached(), measured.runs());
    }

    private static String valueOf(String output) {
        return output.endsWith(MeasuredNoise.STANDARD_ERROR)
                ? output.substring(0, output.length() - MeasuredNoise.STANDARD_ERROR.length())
                : output;
    }

    /** Returns how an outcome was normalised, empty where it was not. */
    public static Optional<Normalisation> of(Outcome outcome) {
        if (!(outcome instanceof Outcome.Measured m)
                || !(m.extra().get(KEY) instanceof Map<?, ?> found)
                || !(found.get(FACTOR) instanceof Map<?, ?> factors)
                || !(found.get(RAW) instanceof Map<?, ?> raw)) {
            return Optional.empty();
        }
        var numbers = new LinkedHashMap<String, Double>();
        factors.forEach((k, v) -> numbers.put(String.valueOf(k), ((Number) v).doubleValue()));
        var lists = new LinkedHashMap<String, List<Double>>();
        raw.forEach((k, v) ->
                lists.put(
                        String.valueOf(k),
                        ((List<?>) v).stream().map(x -> ((Number) x).doubleValue()).toList()));
        return Optional.of(new Normalisation(numbers, lists));
    }

    /** Returns a trial as it was measured. */
    static Trial measured(Trial trial) {
        Outcome measured = measured(trial.outcome());
        return measured == trial.outcome()
                ? trial
                : new Trial(
                        trial.number(),
                        trial.candidate(),
                        trial.origin(),
                        measured,
                        trial.provenance());
    }

    /** Returns an outcome as it was measured. */
    public static Outcome measured(Outcome outcome) {
        Optional<Normalisation> by = of(outcome);
        if (by.isEmpty() || !(outcome instanceof Outcome.Measured m)) {
            return outcome;
        }
        var outputs = new LinkedHashMap<>(m.outputs());
        outputs.putAll(by.get().raw());
        var extra = new LinkedHashMap<>(m.extra());
        extra.remove(KEY);
        return new Outcome.Measured(outputs, extra, m.elapsed(), m.reached(), m.runs());
    }
}
