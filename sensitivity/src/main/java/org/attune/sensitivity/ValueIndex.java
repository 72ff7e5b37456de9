package org.attune.sensitivity;

import org.attune.api.Parameter;

/**
 * Which of its few values a parameter has. Those of an integer on a log scale are not equally wide.
 */
final class ValueIndex {
    private ValueIndex() {}

    /** Returns the index, from 0, of the value at a unit coordinate. */
    static int of(Parameter parameter, double unit) {
        if (parameter instanceof Parameter.Int i) {
            return (int) (i.decode(unit) - i.lower());
        }
        int values = (int) parameter.size();
        return Math.clamp((int) (unit * values), 0, values - 1);
    }
}
