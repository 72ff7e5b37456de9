package org.attune.api;

import java.util.List;

/**
 * Where a user expects good values of a parameter. Tuners that use it look there first; what runs
 * show overrules it, the more so the more runs there are. It changes no record and excludes
 * nothing.
 *
 * @param parameter that it is about
 * @param likely the values expected: of a parameter whose values have an order one value, or the
 *     two ends of a range; of a categorical one those that are likely
 */
public record Belief(String parameter, List<Object> likely) {
    /**
     * Copies the values.
     *
     * @throws IllegalArgumentException if there are none
     */
    public Belief {
        likely = List.copyOf(likely);
        if (likely.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: a belief needs a value that is likely.".formatted(parameter));
        }
    }

    /**
     * Returns a belief about a parameter, with values in canonical form.
     *
     * @throws IllegalArgumentException if there is no value, a value is not one of the parameter's,
     *     or a range has more than two ends or the greater one first
     */
    public static Belief of(Parameter parameter, List<?> likely) {
        if (parameter instanceof Permutation) {
            throw new IllegalArgumentException(
                    "%s: there are no beliefs about permutations. Maybe give likely orders as first configurations."
                            .formatted(parameter.name()));
        }
        List<Object> values = likely.stream().map(parameter::canonical).toList();
        if (!(parameter instanceof Parameter.Categorical) && !values.isEmpty()) {
            if (values.size() > 2) {
                throw new IllegalArgumentException(
                        "%s: %s is neither a value nor the two ends of a range. Maybe [%s, %s]."
                                .formatted(
                                        parameter.name(),
                                        likely,
                                        values.getFirst(),
                                        values.getLast()));
            }
            if (parameter.encode(values.getFirst()) > parameter.encode(values.getLast())) {
                throw new IllegalArgumentException(
                        "%s: the range %s begins with its greater end. Maybe [%s, %s]."
                                .formatted(
                                        parameter.name(),
                                        likely,
                                        values.getLast(),
                                        values.getFirst()));
            }
        }
        return new Belief(parameter.name(), values);
    }
}
