package org.attune.problemfile;

import org.attune.api.PerformanceModel;
import org.attune.api.SampledModel;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.api.expression.NearestName;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads {@code performance_models}: expressions, sums of terms with coefficients to fit, and
 * programs.
 */
final class ModelReader {
    static final String SECTION = "performance_models";

    private static final List<String> PROGRAM =
            List.of("output", "runs", "timeout", "workdir", "environment");

    private final ExpressionReader expressions;
    private final List<String> outputs;
    private final Defects defects;
    private final Map<String, PerformanceModel> models = new LinkedHashMap<>();

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

    /** Adds the prior means of outputs: names of models of the section, or expressions. */
    void readMeans(Located.Items outputSpace, TuningProblem.Builder problem) {
        for (int i = 0; i < outputSpace.items().size(); i++) {
            String field = "output_space[%d]".formatted(i);
            if (!defects.touch(field)
                    && outputSpace.items().get(i) instanceof Located.Mapping entry
                    && entry.get("prior_mean").isPresent()) {
                Located node = entry.get("prior_mean").get();
                String output = ProblemReader.text(entry, "name");
                PerformanceModel model = models.get(((Located.Scalar) node).text());
                if (model != null) {
                    problem.priorMean(output, model);
                } else {
                    expressions
                            .check(field + ".prior_mean", node)
                            .ifPresent(e ->
                                    problem.priorMean(
                                            output,
                                            PerformanceModel.of(
                                                    "prior_mean", e, Optional.empty())));
                }
            }
        }
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
                                        add(
                                                PerformanceModel.of(name, e, Optional.empty()),
                                                problem));
                    }
                });
    }

    private void read(
            String field, String name, Located.Mapping entry, TuningProblem.Builder problem) {
        Optional<Located> formula = entry.get("expression");
        Optional<Located> terms = entry.get("terms");
        boolean program = entry.get("command").isPresent();
        long kinds =
                Stream.of(formula.isPresent(), terms.isPresent(), program).filter(k -> k).count();
        if (kinds != 1) {
            defects.add(
                    entry.line(),
                    field,
                    kinds > 1
                            ? "either an expression, or terms with coefficients to fit, or the"
                                    + " command of a program, not two."
                            : "'expression', 'terms' or 'command' is missing.");
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
        if (!program) {
            List<String> without = PROGRAM.stream().filter(k -> entry.get(k).isPresent()).toList();
            if (!without.isEmpty()) {
                defects.add(
                        entry.values().get(without.getFirst()).line(),
                        field + "." + without.getFirst(),
                        "belongs to a 'command', which is missing.");
                return;
            }
        } else {
            add(new SampledModel(name, objective, entry.plain(), List.of()), problem);
        }
        formula.flatMap(f -> expressions.check(field + ".expression", f))
                .ifPresent(e -> add(PerformanceModel.of(name, e, objective), problem));
        terms.ifPresent(t -> {
            var read = new LinkedHashMap<String, Expression>();
            ((Located.Mapping) t)
                    .values()
                    .forEach((term, node) ->
                            expressions
                                    .check(field + ".terms." + term, node)
                                    .ifPresent(e -> read.put(term, e)));
            if (!read.isEmpty()) {
                add(PerformanceModel.ofTerms(name, read, objective), problem);
            }
        });
    }

    private void add(PerformanceModel model, TuningProblem.Builder problem) {
        models.put(model.name(), model);
        problem.model(model);
    }
}
