package org.attune.problemfile;

import org.attune.api.Point;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code task_features}: numbers in the order of the tasks, and expressions. */
final class TaskFeatureReader {
    static final String SECTION = "task_features";

    private final Defects defects;
    private final Map<String, Object> constants;

    /**
     * The features of a file.
     *
     * @param listed values by name, in the order of the listed tasks
     * @param expressions of task parameters, constants, and listed features
     * @param constants that they may read
     */
    record Features(
            Map<String, List<Double>> listed,
            Map<String, Expression> expressions,
            Map<String, Object> constants) {
        /**
         * Returns the features of a task.
         *
         * @param index where it stands among the tasks of the file, -1 if it does not
         */
        Map<String, Double> of(int index, Point task) {
            if (index < 0 && !listed.isEmpty()) {
                throw new IllegalArgumentException(
                        "%s has a value for each task of the file, and %s is none of them. Maybe add it to tasks, with a value."
                                .formatted(String.join(", ", listed.keySet()), task));
            }
            var scope = new LinkedHashMap<>(constants);
            scope.putAll(task.values());
            var features = new LinkedHashMap<String, Double>();
            listed.forEach((name, values) -> features.put(name, values.get(index)));
            scope.putAll(features);
            expressions.forEach((name, e) -> {
                if (!(e.value(scope) instanceof Number value)) {
                    throw new IllegalArgumentException(
                            "%s.%s: '%s' is no number for task %s."
                                    .formatted(SECTION, name, e.text(), task));
                }
                features.put(name, value.doubleValue());
            });
            return features;
        }
    }

    TaskFeatureReader(Map<String, Object> constants, Defects defects) {
        this.constants = constants;
        this.defects = defects;
    }

    /**
     * Reads the section.
     *
     * @param taskParameters names
     * @param tasks how many are listed
     */
    Features read(Optional<Located> section, Collection<String> taskParameters, int tasks) {
        var listed = new LinkedHashMap<String, List<Double>>();
        var expressions = new LinkedHashMap<String, Expression>();
        if (section.orElse(null) instanceof Located.Mapping mapping && !defects.touch(SECTION)) {
            if (taskParameters.isEmpty()) {
                defects.add(
                        mapping.line(), SECTION, "there are no task parameters in input_space.");
                return new Features(listed, expressions, constants);
            }
            var scope = new LinkedHashSet<>(constants.keySet());
            scope.addAll(taskParameters);
            mapping.values()
                    .forEach((name, node) -> {
                        if (node instanceof Located.Items && !name.equals("command")) {
                            scope.add(name); // whatever the order of the lines
                        }
                    });
            mapping.values()
                    .forEach((name, node) -> {
                        String field = SECTION + "." + name;
                        if (name.equals("command") && node instanceof Located.Items) {
                            if (mapping.values().size() > 1) {
                                defects.add(
                                        node.line(),
                                        field,
                                        "either a command computes the features or they are given"
                                                + " here.");
                            }
                        } else if (node instanceof Located.Items list) {
                            values(field, list, tasks).ifPresent(v -> listed.put(name, v));
                        } else {
                            expression(field, (Located.Scalar) node, scope)
                                    .ifPresent(e -> expressions.put(name, e));
                        }
                    });
        }
        return new Features(listed, expressions, constants);
    }

    private Optional<List<Double>> values(String field, Located.Items list, int tasks) {
        var values = new ArrayList<Double>();
        for (Located item : list.items()) {
            if (!(((Located.Scalar) item).value() instanceof Number number)) {
                defects.add(
                        item.line(),
                        field,
                        "'%s' is no number.".formatted(((Located.Scalar) item).text()));
                return Optional.empty();
            }
            values.add(number.doubleValue());
        }
        if (values.size() != tasks) {
            defects.add(
                    list.line(),
                    field,
                    "there are %d values, but %d tasks are listed."
                            .formatted(values.size(), tasks));
            return Optional.empty();
        }
        return Optional.of(values);
    }

    private Optional<Expression> expression(String field, Located.Scalar node, Set<String> scope) {
        try {
            Expression expression = Expression.parse(node.text());
            expression.bind(List.copyOf(scope));
            return Optional.of(expression);
        } catch (ExpressionException e) {
            defects.add(node.line(), field, e.getMessage());
            return Optional.empty();
        }
    }
}
