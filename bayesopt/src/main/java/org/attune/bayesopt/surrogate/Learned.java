package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a fit has found by searching. With the data it was fitted to, this is all that it takes to
 * make the same surrogate again, to the bit.
 *
 * @param shape of the output warp
 * @param anchor hyperparameters that were learned afresh, as the vector in which they are searched
 * @param theta those that were improved from there, of the same length
 */
public record Learned(OutputWarp.Shape shape, double[] anchor, double[] theta) {
    /** Copies the arrays. */
    public Learned {
        anchor = anchor.clone();
        theta = theta.clone();
    }

    /**
     * Refuses what was learned by a model with other hyperparameters.
     *
     * @throws IllegalArgumentException if there are not so many
     */
    public void requireSize(int size) {
        if (theta.length != size || anchor.length != size) {
            throw new IllegalArgumentException(
                    "A stored model has %d hyperparameters and its tuner's has %d. Maybe it was stored by another version; build it again."
                            .formatted(theta.length, size));
        }
    }

    /** Returns it as data, which keeps every bit. */
    public Map<String, Object> content() {
        var map = new LinkedHashMap<String, Object>();
        map.put("shape", shape.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        map.put("anchor", Arrays.stream(anchor).boxed().toList());
        map.put("theta", Arrays.stream(theta).boxed().toList());
        return map;
    }

    /**
     * Reads what {@link #content} gave.
     *
     * @throws IllegalArgumentException if it is nothing of the kind
     */
    public static Learned of(Map<?, ?> content) {
        String shape = String.valueOf(content.get("shape"));
        return new Learned(
                OutputWarp.Shape.valueOf(shape.toUpperCase(Locale.ROOT).replace('-', '_')),
                vector(content, "anchor"),
                vector(content, "theta"));
    }

    private static double[] vector(Map<?, ?> content, String key) {
        if (!(content.get(key) instanceof List<?> list)
                || !list.stream().allMatch(Number.class::isInstance)) {
            throw new IllegalArgumentException(
                    "'%s' of a stored model is %s, not a list of numbers."
                            .formatted(key, content.get(key)));
        }
        return list.stream().mapToDouble(v -> ((Number) v).doubleValue()).toArray();
    }
}
