package org.attune.sensitivity;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The D parameters, one by one or in groups that are looked at as one.
 *
 * @param names of the groups; of a parameter on its own, its name
 * @param members of each group, as indices of parameters
 */
public record Grouping(List<String> names, List<BitSet> members) {
    /** Copies the lists. */
    public Grouping {
        names = List.copyOf(names);
        members = members.stream().map(m -> (BitSet) m.clone()).toList();
    }

    /** Returns the parameters one by one. */
    public static Grouping single(List<String> parameters) {
        return of(parameters, new LinkedHashMap<>());
    }

    /**
     * Returns these groups, and every other parameter on its own, in the order of the first member.
     *
     * @param groups names of their parameters, by the name of the group
     * @throws IllegalArgumentException if a parameter is unknown or in two groups, or a group is
     *     empty or has a parameter's name
     */
    public static Grouping of(List<String> parameters, SequencedMap<String, List<String>> groups) {
        var home = new LinkedHashMap<String, String>();
        for (Map.Entry<String, List<String>> group : groups.entrySet()) {
            if (group.getValue().isEmpty() || parameters.contains(group.getKey())) {
                throw new IllegalArgumentException(
                        "Group '%s' is empty or has the name of a parameter."
                                .formatted(group.getKey()));
            }
            for (String member : group.getValue()) {
                if (!parameters.contains(member)) {
                    throw new IllegalArgumentException(
                            "Group '%s': no parameter is named '%s'. Known are: %s."
                                    .formatted(
                                            group.getKey(), member, String.join(", ", parameters)));
                }
                if (home.put(member, group.getKey()) != null) {
                    throw new IllegalArgumentException(
                            "Parameter '%s' is named twice in groups.".formatted(member));
                }
            }
        }
        var members = new LinkedHashMap<String, BitSet>();
        for (int d = 0; d < parameters.size(); d++) {
            String name = parameters.get(d);
            members.computeIfAbsent(home.getOrDefault(name, name), n -> new BitSet()).set(d);
        }
        return new Grouping(new ArrayList<>(members.keySet()), new ArrayList<>(members.values()));
    }

    /** Returns the number of groups. */
    public int size() {
        return names.size();
    }

    /** Returns D. */
    public int dimension() {
        return members.stream().mapToInt(BitSet::cardinality).sum();
    }

    /** Returns a copy of a point with the coordinates of one group from another point. */
    double[] mixed(double[] x, double[] other, int group) {
        double[] mixed = x.clone();
        BitSet set = members.get(group);
        for (int d = set.nextSetBit(0); d >= 0; d = set.nextSetBit(d + 1)) {
            mixed[d] = other[d];
        }
        return mixed;
    }
}
