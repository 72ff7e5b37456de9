package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of a source: those of the problem, with wider ranges where the source is to have
 * its own. An integer and a real get the bounds that the source declares, if it does, and contain
 * every value; a category that the problem does not know is added. The order of an ordinal has no
 * place for further values.
 */
final class OwnRanges {
    private final SourceMapping mapping;
    private final SourceSections theirs;
    private final Space space;
    private final TuningProblem problem;
    private final Map<String, Set<Object>> seen = new LinkedHashMap<>();

    OwnRanges(SourceMapping mapping, SourceSections theirs, Space space, TuningProblem problem) {
        this.mapping = mapping;
        this.theirs = theirs;
        this.space = space;
        this.problem = problem;
    }

    /** Takes note of the values of a trial. */
    void see(Map<String, Object> values) {
        values.forEach(
                (name, value) -> seen.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
    }

    /**
     * Returns the space.
     *
     * @throws IllegalArgumentException if a range cannot contain what was seen
     */
    Space space() {
        if (mapping.outside() != SourceMapping.Outside.KEEP) {
            return space;
        }
        List<Parameter> own = space.parameters().stream().map(this::own).toList();
        return own.equals(space.parameters()) ? space : Space.of(own, problem.constants());
    }

    private Parameter own(Parameter p) {
        Set<Object> values = seen.getOrDefault(p.name(), Set.of());
        Parameter declared = mapping.isMapped(p.name()) ? p : theirs.declared().get(p.name());
        return switch (p) {
            case Parameter.Real r -> {
                Parameter.Real from = declared instanceof Parameter.Real d ? d : r;
                double[] bounds = containing(from.lower(), from.upper(), values);
                yield new Parameter.Real(
                        r.name(), bounds[0], bounds[1], r.scale(), within(r, bounds), r.activeIf());
            }
            case Parameter.Int i -> {
                Parameter.Int from = declared instanceof Parameter.Int d ? d : i;
                double[] bounds = containing(from.lower(), from.upper(), values);
                yield new Parameter.Int(
                        i.name(),
                        (long) Math.floor(bounds[0]),
                        (long) Math.ceil(bounds[1]),
                        i.scale(),
                        within(i, bounds),
                        i.activeIf());
            }
            case Parameter.Ordinal o -> o;
            case Permutation o -> o;
            case Parameter.Categorical c -> {
                var all = new LinkedHashSet<>(c.values());
                values.forEach(v -> all.add(v.toString()));
                yield new Parameter.Categorical(
                        c.name(), new ArrayList<>(all), c.defaultValue(), c.activeIf());
            }
        };
    }

    private static double[] containing(double lower, double upper, Set<Object> values) {
        double[] bounds = {lower, upper};
        for (Object value : values) {
            if (value instanceof Number n) {
                bounds[0] = Math.min(bounds[0], n.doubleValue());
                bounds[1] = Math.max(bounds[1], n.doubleValue());
            }
        }
        return bounds;
    }

    /** Returns the default, unless it lies outside of the bounds. */
    private static java.util.Optional<Object> within(Parameter p, double[] bounds) {
        return p.defaultValue()
                .filter(v ->
                        ((Number) v).doubleValue() >= bounds[0]
                                && ((Number) v).doubleValue() <= bounds[1]);
    }
}
