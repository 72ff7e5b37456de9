package org.attune.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Counts the points of a space, in which inactive parameters have no value. Parameters that no
 * condition ties together multiply; of those that are tied, the values that conditions read are
 * tried.
 */
final class ConfigurationCount {
    /** Combinations of values to try before giving up; a fraction of a second. */
    private static final int MOST = 1_000_000;

    private final Space space;
    private final List<Set<Integer>> reads =
            new ArrayList<>(); // by parameter, what its condition reads
    private final Set<Integer> deciding = new HashSet<>();
    private int tried;

    ConfigurationCount(Space space) {
        this.space = space;
        List<String> names = space.parameters().stream().map(Parameter::name).toList();
        for (Parameter parameter : space.parameters()) {
            var read = new HashSet<Integer>();
            for (String name :
                    parameter.activeIf().map(e -> e.names(space.scope())).orElse(List.of())) {
                if (names.contains(name)) {
                    read.add(names.indexOf(name));
                }
            }
            reads.add(read);
            deciding.addAll(read);
        }
    }

    /** Returns the number; +∞ where an active parameter is real; empty beyond the patience. */
    OptionalDouble count() {
        double product = 1;
        for (Set<Integer> tied : groups()) {
            int[] order = IntStream.of(space.conditionOrder()).filter(tied::contains).toArray();
            product *= sum(order, 0, new Object[space.parameters().size()]);
        }
        return tried > MOST ? OptionalDouble.empty() : OptionalDouble.of(product);
    }

    /** The parameters that conditions tie together, each in one group. */
    private List<Set<Integer>> groups() {
        List<Set<Integer>> groups = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            Set<Integer> group = new HashSet<>(reads.get(i));
            group.add(i);
            for (Set<Integer> other : List.copyOf(groups)) {
                if (other.stream().anyMatch(group::contains)) {
                    groups.remove(other);
                    group.addAll(other);
                }
            }
            groups.add(group);
        }
        return groups;
    }

    /** The points of the parameters from {@code at} on, where those before have these values. */
    private double sum(int[] order, int at, Object[] values) {
        if (at == order.length || tried > MOST) {
            tried++;
            return 1;
        }
        int i = order[at];
        Parameter parameter = space.parameters().get(i);
        values[i] = null;
        if (!space.isActive(i, values)) {
            return sum(order, at + 1, values);
        }
        if (!deciding.contains(i) || Double.isInfinite(parameter.size())) {
            return parameter.size() * sum(order, at + 1, values);
        }
        double sum = 0;
        for (long k = 0; k < parameter.size() && tried <= MOST; k++) {
            values[i] = Space.value(parameter, k);
            sum += sum(order, at + 1, values);
        }
        values[i] = null;
        return sum;
    }
}
