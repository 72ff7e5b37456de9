package org.attune.problemfile;

import org.attune.api.Belief;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.List;

/** Reads {@code beliefs}: for parameters a value, the ends of a range, or categories. */
final class BeliefReader {
    static final String SECTION = "beliefs";

    private final Space parameters;
    private final Defects defects;

    BeliefReader(Space parameters, Defects defects) {
        this.parameters = parameters;
        this.defects = defects;
    }

    /** Adds the beliefs of the section. */
    void read(Located.Mapping section, TuningProblem.Builder problem) {
        List<String> names = parameters.parameters().stream().map(Parameter::name).toList();
        section.values()
                .forEach((name, node) -> {
                    String field = SECTION + "." + name;
                    if (defects.touch(field)) {
                        return;
                    }
                    int index = names.indexOf(name);
                    if (index < 0) {
                        defects.add(
                                node.line(),
                                field,
                                "'%s' is no parameter.%s"
                                        .formatted(name, NearestName.hint(name, names)));
                        return;
                    }
                    Parameter parameter = parameters.parameters().get(index);
                    if (parameter instanceof Permutation) {
                        defects.add(
                                node.line(),
                                field,
                                "there are no beliefs about permutations. Maybe give likely orders"
                                        + " under 'initial'.");
                        return;
                    }
                    var likely = new ArrayList<Object>();
                    if (node instanceof Located.Items list) {
                        list.items()
                                .forEach(v ->
                                        likely.add(
                                                ParameterReader.value(
                                                        parameter, (Located.Scalar) v)));
                    } else {
                        likely.add(ParameterReader.value(parameter, (Located.Scalar) node));
                    }
                    try {
                        Belief.of(parameter, likely);
                        problem.belief(name, likely.toArray());
                    } catch (IllegalArgumentException e) {
                        defects.add(node.line(), field, ParameterReader.withoutName(name, e));
                    }
                });
    }
}
