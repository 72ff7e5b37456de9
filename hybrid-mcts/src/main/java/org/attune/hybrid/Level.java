package org.attune.hybrid;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;

import java.util.ArrayList;
import java.util.List;

/**
 * A parameter whose values are the branches of a level of the tree.
 *
 * @param axis where the space has it
 * @param parameter itself
 * @param values its values, in their order
 */
record Level(int axis, Parameter parameter, List<Object> values) {
    /** No branch: the parameter is inactive. */
    static final int INACTIVE = -1;

    /** Which parameters are levels. */
    enum Kinds {
        /** Categories with more than one value. */
        CATEGORICAL,
        /** These, ordinals, and integers of few values. */
        DISCRETE
    }

    Level {
        values = List.copyOf(values);
    }

    /**
     * Returns the levels of a space, in the order of its parameters.
     *
     * @param widest number of values of an ordinal or an integer that is a level
     */
    static List<Level> of(Space space, Kinds kinds, int widest) {
        var levels = new ArrayList<Level>();
        for (Parameter parameter : space.parameters()) {
            boolean narrow = kinds == Kinds.DISCRETE && parameter.size() <= widest;
            List<Object> values =
                    switch (parameter) {
                        case Parameter.Categorical c -> List.copyOf(c.values());
                        case Parameter.Ordinal o when narrow -> List.copyOf(o.values());
                        case Parameter.Int i when narrow -> integers(i);
                        default -> List.of();
                    };
            if (values.size() > 1) {
                levels.add(new Level(space.axis(parameter.name()), parameter, values));
            }
        }
        return List.copyOf(levels);
    }

    private static List<Object> integers(Parameter.Int parameter) {
        var values = new ArrayList<Object>();
        for (long value = parameter.lower(); value <= parameter.upper(); value++) {
            values.add(value);
        }
        return values;
    }

    /** Returns the name of the parameter. */
    String name() {
        return parameter.name();
    }

    /** Returns the branch of a configuration, {@link #INACTIVE} where it has no value. */
    int branch(Point configuration) {
        return configuration.has(name()) ? values.indexOf(configuration.get(name())) : INACTIVE;
    }

    /** Returns a branch in words. */
    String word(int branch) {
        return branch == INACTIVE ? name() + " inactive" : name() + "=" + values.get(branch);
    }
}
