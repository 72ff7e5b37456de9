package org.attune.problemfile;

import org.attune.api.Format;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.TuningProblem;
import org.attune.api.expression.ExpressionException;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Makes parameters of the entries of a space. */
final class ParameterReader {
    private static final String RESERVED = "trial";

    /**
     * What YAML, JSON and Python write for infinities, and what YAML does for what is no number.
     */
    private static final Pattern NOT_FINITE =
            Pattern.compile(
                    "(?i)[-+]?\\.nan|[-+]?\\.?inf(inity)?|float\\([\"'][-+]?inf(inity)?[\"']\\)");

    private final TuningProblem.Builder bounds; // knows the constants and the machine
    private final Defects defects;

    ParameterReader(TuningProblem.Builder bounds, Defects defects) {
        this.bounds = bounds;
        this.defects = defects;
    }

    /** Returns the parameter, unless something is wrong with it. */
    Optional<Parameter> read(String field, Located.Mapping entry) {
        String name = text(entry, "name");
        if (name.equals(RESERVED)) {
            return wrong(
                    entry.values().get("name"),
                    field + ".name",
                    "'%s' is what 'ask' calls the number of the trial; take another name."
                            .formatted(name));
        }
        try {
            Parameter.real(name, 0, 1); // what names may be is the same for all types
        } catch (IllegalArgumentException e) {
            return wrong(entry.values().get("name"), field + ".name", e.getMessage());
        }
        Optional<Parameter> bare =
                switch (text(entry, "type")) {
                    case "real", "float" -> number(field, entry, name, false);
                    case "integer", "int" -> number(field, entry, name, true);
                    case "ordinal" -> listed(field, entry, name, "values");
                    case "permutation" -> permutation(field, entry, name);
                    default -> listed(field, entry, name, "categories");
                };
        return bare.map(p -> withDefault(p, field, entry)).map(p -> withCondition(p, field, entry));
    }

    private Optional<Parameter> number(
            String field, Located.Mapping entry, String name, boolean integer) {
        OptionalDouble lower = bound(field, entry, "lower_bound", integer);
        OptionalDouble upper = bound(field, entry, "upper_bound", integer);
        if (lower.isEmpty() || upper.isEmpty()) {
            return Optional.empty();
        }
        double from = lower.getAsDouble();
        double to = upper.getAsDouble();
        boolean log = entry.get("scale").isPresent() && text(entry, "scale").equals("log");
        if (to < from) {
            Located at = entry.values().get("upper_bound");
            return wrong(
                    at,
                    field + ".upper_bound",
                    "%s is below lower_bound %s.".formatted(show(to), show(from)));
        }
        if (log && from <= 0) {
            Located at = entry.values().get("lower_bound");
            return wrong(
                    at,
                    field + ".lower_bound",
                    "is %s, but a log scale begins above 0.".formatted(show(from)));
        }
        try {
            if (integer) {
                Parameter.Int p = Parameter.integer(name, (long) from, (long) to);
                return Optional.of(log ? p.log() : p);
            }
            Parameter.Real p = Parameter.real(name, from, to);
            return Optional.of(log ? p.log() : p);
        } catch (IllegalArgumentException e) {
            return wrong(entry, field, withoutName(name, e));
        }
    }

    /** Returns the sign of a bound that is said to be infinite; 0 of others. */
    int infinite(Located node) {
        String text = ((Located.Scalar) node).text();
        if (!isNotFinite(text) || text.toLowerCase(Locale.ROOT).endsWith("nan")) {
            return 0;
        }
        return text.contains("-") ? -1 : 1;
    }

    private boolean isNotFinite(String text) {
        if (!NOT_FINITE.matcher(text).matches()) {
            return false;
        }
        try {
            bounds.bound(text);
            return false; // a constant is called so
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    /** Returns a bound: a number, or the value of an expression over constants, nodes and cores. */
    OptionalDouble bound(String field, Located.Mapping entry, String key, boolean integer) {
        return bound(field, entry, key, integer, "");
    }

    /**
     * Returns a bound.
     *
     * @param lead what a message about it begins with
     */
    OptionalDouble bound(
            String field, Located.Mapping entry, String key, boolean integer, String lead) {
        var node = (Located.Scalar) entry.values().get(key);
        String path = field + "." + key;
        if (isNotFinite(node.text())) {
            defects.add(node.line(), path, lead + "%s is not finite.".formatted(node.text()));
            return OptionalDouble.empty();
        }
        double value;
        try {
            value = node.value() instanceof Number n ? n.doubleValue() : bounds.bound(node.text());
        } catch (ExpressionException e) {
            defects.add(node.line(), path, lead + e.getMessage());
            return OptionalDouble.empty();
        } catch (IllegalArgumentException e) {
            defects.add(node.line(), path, lead + sentence(e.getMessage()));
            return OptionalDouble.empty();
        }
        if (!Double.isFinite(value)) {
            defects.add(node.line(), path, lead + "%s is not finite.".formatted(node.text()));
            return OptionalDouble.empty();
        }
        if (integer && value != Math.rint(value)) {
            String is =
                    node.value() instanceof Number
                            ? node.text()
                            : node.text() + " = " + Format.exact(value);
            defects.add(node.line(), path, "%s is not an integer.".formatted(is));
            return OptionalDouble.empty();
        }
        if (integer && node.value() instanceof Long exact && exact != (long) value) {
            defects.add(
                    node.line(),
                    path,
                    "%s is beyond 2**53, where numbers are not exact. Maybe count in a larger unit, such as millions."
                            .formatted(node.text()));
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(value);
    }

    private Optional<Parameter> listed(
            String field, Located.Mapping entry, String name, String key) {
        var list = (Located.Items) entry.values().get(key);
        return distinct(field, list, key)
                .flatMap(values -> {
                    try {
                        return Optional.of(
                                key.equals("values")
                                        ? Parameter.ordinal(name, values)
                                        : Parameter.categorical(name, texts(values)));
                    } catch (IllegalArgumentException e) {
                        return wrong(list, field + "." + key, withoutName(name, e));
                    }
                });
    }

    private Optional<Parameter> permutation(String field, Located.Mapping entry, String name) {
        var list = (Located.Items) entry.values().get("items");
        return distinct(field, list, "items")
                .flatMap(items -> {
                    try {
                        Permutation p = Parameter.permutation(name, texts(items));
                        return Optional.of(
                                entry.get("separator").isPresent()
                                        ? p.separatedBy(text(entry, "separator"))
                                        : p);
                    } catch (IllegalArgumentException e) {
                        return wrong(list, field + ".items", withoutName(name, e));
                    }
                });
    }

    private static List<String> texts(List<Object> values) {
        return values.stream().map(Object::toString).toList();
    }

    /** Returns the values of a list in which none stands twice. */
    private Optional<List<Object>> distinct(String field, Located.Items list, String key) {
        boolean numbers =
                key.equals("values")
                        && list.items().stream()
                                .allMatch(v ->
                                        v instanceof Located.Scalar s
                                                && s.value() instanceof Number);
        var values = new ArrayList<Object>();
        for (int i = 0; i < list.items().size(); i++) {
            var item = (Located.Scalar) list.items().get(i);
            Object value = numbers ? ((Number) item.value()).doubleValue() : item.text();
            if (values.contains(value)) {
                defects.add(
                        item.line(),
                        "%s.%s[%d]".formatted(field, key, i),
                        "%s stands twice.".formatted(item.text()));
                return Optional.empty();
            }
            values.add(value);
        }
        return Optional.of(values);
    }

    private Parameter withDefault(Parameter p, String field, Located.Mapping entry) {
        Optional<Located> given = entry.get("default");
        if (given.isEmpty()) {
            return p;
        }
        try {
            return p.withDefault(value(p, given.get()));
        } catch (IllegalArgumentException e) {
            defects.add(given.get().line(), field + ".default", withoutName(p.name(), e));
            return p;
        }
    }

    private Parameter withCondition(Parameter p, String field, Located.Mapping entry) {
        Optional<Located> given = entry.get("active_if");
        if (given.isEmpty()) {
            return p;
        }
        try {
            return p.activeIf(((Located.Scalar) given.get()).text());
        } catch (ExpressionException e) {
            defects.add(given.get().line(), field + ".active_if", e.getMessage());
            return p;
        }
    }

    /**
     * Returns what the parameter takes for this node: texts keep their spelling, {@code yes} and
     * {@code 1.10}.
     *
     * @throws IllegalArgumentException if it is a list, which only a permutation takes
     */
    static Object value(Parameter p, Located given) {
        if (given instanceof Located.Items list) {
            if (!(p instanceof Permutation)) {
                throw new IllegalArgumentException(
                        "expected a number, text, true or false, not a list.");
            }
            return list.items().stream().map(v -> ((Located.Scalar) v).text()).toList();
        }
        var scalar = (Located.Scalar) given;
        return switch (p) {
            case Permutation _, Parameter.Categorical _ -> scalar.text();
            case Parameter.Ordinal o when o.values().getFirst() instanceof String -> scalar.text();
            default -> scalar.value();
        };
    }

    /** Returns the message without the parameter's name, which the field says. */
    static String withoutName(String name, IllegalArgumentException e) {
        String message = e.getMessage();
        return message.startsWith(name + ": ") ? message.substring(name.length() + 2) : message;
    }

    private Optional<Parameter> wrong(Located at, String field, String message) {
        defects.add(at.line(), field, message);
        return Optional.empty();
    }

    private static String text(Located.Mapping entry, String key) {
        return ((Located.Scalar) entry.values().get(key)).text();
    }

    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }

    static String show(double v) {
        return v == Math.rint(v) && Math.abs(v) < 1e15
                ? Long.toString((long) v)
                : Double.toString(v);
    }

    /**
     * Returns the names under which the entries of a space are known, also of those that are wrong.
     */
    static List<String> names(Located.Items space) {
        return space.items().stream()
                .filter(Located.Mapping.class::isInstance)
                .flatMap(entry -> ((Located.Mapping) entry).get("name").stream())
                .filter(Located.Scalar.class::isInstance)
                .map(name -> ((Located.Scalar) name).text())
                .toList();
    }
}
