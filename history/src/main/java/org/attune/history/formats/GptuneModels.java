package org.attune.history.formats;

import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the surrogate models of GPTune's history files: {@code Model_LCM}, whose hyperparameters
 * are one list, and {@code Model_GPy_LCM} of one task or several.
 */
final class GptuneModels {
    private static final double JITTER_LCM = 1e-10; // GPTune's model_jitter
    private static final double JITTER_GPY = 1e-8; // GPy's own

    private GptuneModels() {}

    /**
     * Reads a model.
     *
     * @throws IllegalArgumentException if it is of another problem, or its information does not
     *     suffice
     */
    static ImportedModel of(Map<String, Object> raw, TuningProblem problem) {
        requireSpace(raw, "input_space", problem.taskSpace());
        requireSpace(raw, "parameter_space", problem.parameterSpace());
        String objective =
                GptuneRecord.object(raw.get("objective"))
                        .map(o -> String.valueOf(o.get("name")))
                        .orElseThrow(() -> lacks("the name of its 'objective'"));
        if (problem.objectives().stream().noneMatch(o -> o.name().equals(objective))) {
            throw new IllegalArgumentException(
                    "it is of the output '%s', which the problem does not have"
                            .formatted(objective));
        }
        List<Point> tasks = tasks(raw, problem.taskSpace());
        int d = problem.parameterSpace().dimension();
        String modeler = String.valueOf(raw.get("modeler"));
        Map<String, Object> stats = GptuneRecord.object(raw.get("model_stats")).orElse(Map.of());
        var model = new LinkedHashMap<String, Object>();
        model.put("modeler", modeler);
        model.put("tasks", tasks.stream().map(Point::values).toList());
        switch (modeler) {
            case "Model_LCM" -> lcm(raw, d, tasks.size(), model);
            case "Model_GPy_LCM" -> gpy(raw, d, tasks.size(), model);
            default ->
                    throw new IllegalArgumentException(
                            "it is a '%s'; Model_LCM and Model_GPy_LCM can be read"
                                    .formatted(modeler));
        }
        Object likelihood =
                stats.getOrDefault("log_likelihood", stats.get("log_marginal_likelihood"));
        if (!(likelihood instanceof Number l) || !Double.isFinite(l.doubleValue())) {
            throw lacks("a log likelihood to check it by");
        }
        model.put("log_likelihood", l.doubleValue());
        List<String> evaluations =
                list(raw.getOrDefault("function_evaluations", raw.get("func_eval")))
                        .orElse(List.of())
                        .stream()
                        .map(String::valueOf)
                        .toList();
        return new ImportedModel(
                String.valueOf(raw.get("uid")),
                objective,
                evaluations,
                GptuneTime.of(GptuneRecord.of(raw)),
                model,
                parameters(model),
                PythonText.line(raw));
    }

    /** θ (Q D), variance (Q), κ (Q T), σ (T), W (Q T): Q D + Q + 2 Q T + T numbers. */
    private static void lcm(Map<String, Object> raw, int d, int t, Map<String, Object> model) {
        List<Double> all =
                numbers(raw.get("hyperparameters"))
                        .orElseThrow(() -> lacks("its 'hyperparameters' as a list"));
        int q = (all.size() - t) / (d + 1 + 2 * t);
        if (q < 1 || q * (d + 1 + 2 * t) + t != all.size()) {
            throw new IllegalArgumentException(
                    "%d hyperparameters do not go with %d parameters and %s"
                            .formatted(all.size(), d, t == 1 ? "1 task" : t + " tasks"));
        }
        int at = q * d;
        model.put("kernel", "RBF");
        model.put("lengthscales", rows(all.subList(0, at), d));
        model.put("variances", List.copyOf(all.subList(at, at + q)));
        at += q;
        model.put("kappa", rows(all.subList(at, at + q * t), t));
        at += q * t;
        model.put("noise_variances", List.copyOf(all.subList(at, at + t)));
        at += t;
        model.put("weights", rows(all.subList(at, at + q * t), t));
        model.put("jitter", JITTER_LCM);
    }

    private static void gpy(Map<String, Object> raw, int d, int t, Map<String, Object> model) {
        Map<String, Object> options =
                GptuneRecord.object(raw.get("modeling_options")).orElse(Map.of());
        if ("yes".equals(options.get("model_sparse"))
                || String.valueOf(options.get("model_method")).startsWith("Sparse")) {
            throw lacks("the inducing points of a sparse model");
        }
        Map<String, Object> h =
                GptuneRecord.object(raw.get("hyperparameters"))
                        .orElseThrow(() -> lacks("its 'hyperparameters' as an object"));
        if (h.containsKey("rbf_lengthscale")) {
            List<List<Double>> scales = matrix(h, "rbf_lengthscale", d);
            model.put("kernel", "RBF");
            model.put("lengthscales", scales);
            model.put("variances", flat(h, "variance", scales.size()));
            model.put("weights", rows(flat(h, "B_W", scales.size() * t), t));
            model.put("kappa", rows(flat(h, "B_kappa", scales.size() * t), t));
        } else {
            model.put(
                    "kernel",
                    options.getOrDefault(
                            "model_kern", options.getOrDefault("model_kernel", "RBF")));
            model.put("lengthscales", matrix(h, "lengthscale", d));
            model.put("variances", flat(h, "variance", 1));
            model.put("weights", List.of(List.of(1.0)));
            model.put("kappa", List.of(List.of(0.0)));
        }
        model.put("noise_variances", flat(h, "noise_variance", t));
        model.put("jitter", JITTER_GPY);
    }

    private static long parameters(Map<String, Object> model) {
        return List.of("lengthscales", "variances", "weights", "kappa", "noise_variances").stream()
                .mapToLong(k -> flat(model.get(k)).size())
                .sum();
    }

    private static List<List<Double>> matrix(Map<String, Object> from, String key, int columns) {
        List<Double> all = flat(from.get(key));
        if (all.isEmpty() || all.size() % columns != 0) {
            throw lacks("%d values for each '%s'".formatted(columns, key));
        }
        return rows(all, columns);
    }

    private static List<Double> flat(Map<String, Object> from, String key, int count) {
        List<Double> all = flat(from.get(key));
        if (all.size() != count) {
            throw lacks(
                    "its '%s': %d of %d %s there"
                            .formatted(key, all.size(), count, all.size() == 1 ? "is" : "are"));
        }
        return all;
    }

    private static List<Double> flat(Object value) {
        if (value instanceof Number n) {
            return List.of(n.doubleValue());
        }
        return list(value).orElse(List.of()).stream().flatMap(v -> flat(v).stream()).toList();
    }

    private static Optional<List<Double>> numbers(Object value) {
        return list(value)
                .filter(l -> l.stream().allMatch(Number.class::isInstance))
                .map(l -> l.stream().map(v -> ((Number) v).doubleValue()).toList());
    }

    private static List<List<Double>> rows(List<Double> all, int columns) {
        var rows = new ArrayList<List<Double>>();
        for (int i = 0; i < all.size(); i += columns) {
            rows.add(List.copyOf(all.subList(i, i + columns)));
        }
        return rows;
    }

    private static Optional<List<?>> list(Object value) {
        return value instanceof List<?> l ? Optional.of(l) : Optional.empty();
    }

    private static List<Point> tasks(Map<String, Object> raw, Space space) {
        var tasks = new ArrayList<Point>();
        for (Object item :
                list(raw.get("task_parameters")).orElseThrow(() -> lacks("'task_parameters'"))) {
            List<?> values = list(item).orElse(List.of(item));
            if (values.size() < space.dimension()) {
                throw lacks("a value for each task parameter");
            }
            var named = new LinkedHashMap<String, Object>();
            for (int i = 0; i < space.dimension(); i++) {
                named.put(space.parameters().get(i).name(), values.get(i));
            }
            tasks.add(DeclaredValue.point(space, named));
        }
        return tasks;
    }

    /** Refuses other names, types, bounds or categories, in any other order. */
    private static void requireSpace(Map<String, Object> raw, String key, Space space) {
        List<?> theirs = list(raw.get(key)).orElseThrow(() -> lacks("'" + key + "'"));
        boolean same = theirs.size() == space.dimension();
        for (int i = 0; same && i < theirs.size(); i++) {
            Parameter ours = space.parameters().get(i);
            same = GptuneRecord.object(theirs.get(i)).filter(p -> isSame(ours, p)).isPresent();
        }
        if (!same) {
            throw new IllegalArgumentException("its %s is not the problem's".formatted(key));
        }
    }

    private static boolean isSame(Parameter ours, Map<String, Object> theirs) {
        boolean same =
                switch (ours) {
                    case Parameter.Real r -> within(theirs, "real", r.lower(), r.upper());
                    case Parameter.Int i -> within(theirs, "int", i.lower(), i.upper());
                    case Parameter.Ordinal o -> lists(theirs, o.values());
                    case Parameter.Categorical c -> lists(theirs, c.values());
                    case Permutation _ -> false;
                };
        return same && ours.name().equals(theirs.get("name"));
    }

    private static boolean within(
            Map<String, Object> theirs, String type, double lower, double upper) {
        return String.valueOf(theirs.get("type")).startsWith(type)
                && theirs.get("lower_bound") instanceof Number l
                && theirs.get("upper_bound") instanceof Number u
                && l.doubleValue() == lower
                && u.doubleValue() == upper;
    }

    private static boolean lists(Map<String, Object> theirs, List<?> values) {
        return list(theirs.get("categories"))
                .filter(l ->
                        l.stream()
                                .map(String::valueOf)
                                .toList()
                                .equals(values.stream().map(String::valueOf).toList()))
                .isPresent();
    }

    private static IllegalArgumentException lacks(String what) {
        return new IllegalArgumentException("it lacks " + what);
    }
}
