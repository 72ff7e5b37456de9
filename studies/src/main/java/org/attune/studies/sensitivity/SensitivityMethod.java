package org.attune.studies.sensitivity;

import org.attune.api.expression.NearestName;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Ways to say what an output depends on. */
public enum SensitivityMethod {
    /** S1, ST, S2, Shapley effects, and what matters near the best. */
    SOBOL,
    /** Shapley effects, with S1 and ST by their definitions. */
    SHAPLEY,
    /** Elementary effects. */
    MORRIS,
    /** Bounds of ST from derivatives. */
    DGSM,
    /** How much worse the model predicts the runs with a parameter permuted. */
    PERMUTATION,
    /** S1 of the runs alone, without a model. */
    DATA,
    /** Partial dependence on each parameter. */
    CURVES;

    /**
     * Returns the method of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static SensitivityMethod named(String name) {
        List<String> known = Arrays.stream(values()).map(SensitivityMethod::toString).toList();
        int index = known.indexOf(name.toLowerCase(Locale.ROOT));
        if (index < 0) {
            throw new IllegalArgumentException(
                    "There is no method '%s'.%s Known are: %s."
                            .formatted(
                                    name, NearestName.hint(name, known), String.join(", ", known)));
        }
        return values()[index];
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
