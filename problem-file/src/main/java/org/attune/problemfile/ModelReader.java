package org.attune.problemfile;

import org.attune.api.PerformanceModel;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.api.expression.NearestName;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Reads {@code performance_models}: expressions, and sums of terms with coefficients to fit. */
final class ModelReader {
    static final String SECTION = "performance_models";

    private final ExpressionReader expressions;
    private final List<String> outputs;
    private final Defects defects;

    /**
     * Makes a reader.
     *
     * @param expressions with the names that models may read
     * @param outputs names that stand in output_space
     */
    ModelReader(ExpressionReader expressions, List<String> outputs, Defects defects) {
        this.expressions = expressions;
        this.outputs = outputs;
        this.defects = defects;
    }

    /** Adds the models of the section. */
    void read(Located.Mapping section, TuningProblem.Builder problem) {
        section.values()
                .forEach((name, node) -> {
                    String field = SECTION + "." + name;
                    if (defects.touch(field)) {
                        return;
                    }
                    if (node instanceof Located.Mapping entry) {
                        read(field, name, entry, problem);
                    } else {
                        expressions
                                .check(field, node)
                                .ifPresent(e ->
                                        problem.model(
                                                PerformanceModel.of(name, e, Optional.empty())));
                    }
                });
    }

    private void read(
            String field, String name, Located.Mapping entry, TuningProblem.Builder problem) {
        Optional<Located> formula = entry.get("expression");
        Optional<Located> terms = entry.get("terms");
        if (formula.isPresent() == terms.isPresent()) {
            defects.add(
                    entry.line(),
                    field,
                    formula.isPresent()
                            ? "either an expression, or terms with coefficients to fit, not both."
                            : "either 'expression' or 'terms' is missing.");
            return;
        }
        Optional<String> objective = entry.get("objective").map(o -> ((Located.Scalar) o).text());
        if (objective.isPresent() && !outputs.contains(objective.get())) {
            defects.add(
                    entry.values().get("objective").line(),
                    field + ".objective",
                    "'%s' is no output.%s"
                            .formatted(
                                    objective.get(), NearestName.hint(objective.get(), outputs)));
            return;
        }
        formula.flatMap(f -> expressions.check(field + ".expression", f))
                .ifPresent(e -> problem.model(PerformanceModel.of(name, e, objective)));
        terms.ifPresent(t -> {
            var read = new LinkedHashMap<String, Expression>();
            ((Located.Mapping) t)
                    .values()
                    .forEach((term, node) ->
                            expressions
                                    .check(field + ".terms." + term, node)
                                    .ifPresent(e -> read.put(term, e)));
            if (!read.isEmpty()) {
                problem.model(PerformanceModel.ofTerms(name, read, objective));
            }
        });
    }
}
