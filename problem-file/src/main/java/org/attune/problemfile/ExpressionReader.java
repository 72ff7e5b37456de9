package org.attune.problemfile;

import org.attune.api.Constraint;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Domain;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Reads what is given as expressions, and checks that each reads only names that there are. */
final class ExpressionReader {
    private final Set<String>
            scope; // the names that an expression may read at this point of the file
    private final Map<String, Domain> domains; // of the names whose values are known
    private final boolean complete;
    private final Defects defects;

    ExpressionReader(Set<String> names, Map<String, Domain> domains, Defects defects) {
        this(names, domains, true, defects);
    }

    /**
     * @param complete false where what would give further names is missing: those that nothing
     *     gives are no mistake then
     */
    ExpressionReader(
            Set<String> names, Map<String, Domain> domains, boolean complete, Defects defects) {
        this.scope = new LinkedHashSet<>(names);
        this.domains = domains;
        this.complete = complete;
        this.defects = defects;
    }

    /** Adds derived values, each of which may read those above it. */
    void derived(Optional<Located> section, TuningProblem.Builder problem) {
        entries(section)
                .forEach((name, node) -> {
                    check("derived." + name, node, scope)
                            .ifPresent(e -> problem.derived(name, e.text()));
                    scope.add(name);
                });
    }

    /** Adds constraints, given by name or as a list. */
    void constraints(Optional<Located> section, TuningProblem.Builder problem) {
        entries(section)
                .forEach((name, node) ->
                        check("constraints." + name, node, scope)
                                .ifPresent(e -> problem.constraint(Constraint.of(name, e.text()))));
        if (section.orElse(null) instanceof Located.Items list) {
            for (int i = 0; i < list.items().size(); i++) {
                String name = "c" + (i + 1);
                check("constraints[%d]".formatted(i), list.items().get(i), scope)
                        .ifPresent(e -> problem.constraint(Constraint.of(name, e.text())));
            }
        }
    }

    /** Checks the conditions of a space. */
    void conditions(String space, Located.Items entries) {
        for (int i = 0; i < entries.items().size(); i++) {
            String field = "%s[%d].active_if".formatted(space, i);
            if (entries.items().get(i) instanceof Located.Mapping entry) {
                entry.get("active_if").ifPresent(node -> check(field, node, scope));
            }
        }
    }

    /**
     * Returns derived outputs, which read measured outputs too: those that the evaluation names, or
     * any where there is no evaluation section.
     */
    SequencedMap<String, Expression> derivedOutputs(
            Optional<Located> section, Optional<Located.Mapping> measured) {
        var expressions = new LinkedHashMap<String, Expression>();
        SequencedMap<String, Located> derived = entries(section);
        derived.forEach((name, node) -> {
            String field = "derived_outputs." + name;
            Optional<Expression> parsed = parsed(field, node);
            Optional<String> chained =
                    parsed.stream()
                            .flatMap(e -> e.names().stream())
                            .filter(derived::containsKey)
                            .findFirst();
            if (chained.isPresent()) {
                defects.add(
                        node.line(),
                        field,
                        "'%s' is itself a derived output. Maybe write its expression instead."
                                .formatted(chained.get()));
            } else if (parsed.isPresent() && measured.isPresent()) {
                var known = new LinkedHashSet<>(measured.get().values().keySet());
                known.addAll(scope);
                check(field, node, known);
            }
            parsed.ifPresent(e -> expressions.put(name, e));
        });
        return expressions;
    }

    /** Returns an expression over the names that are known by now. */
    Optional<Expression> check(String field, Located node) {
        return check(field, node, scope);
    }

    private Optional<Expression> check(String field, Located node, Set<String> names) {
        Optional<Expression> parsed = parsed(field, node);
        if (!complete) {
            return parsed;
        }
        try {
            parsed.ifPresent(e -> {
                e.bind(List.copyOf(names));
                e.requireComparable(domains);
            });
        } catch (ExpressionException e) {
            defects.add(node.line(), field, e.getMessage());
        }
        return parsed;
    }

    private Optional<Expression> parsed(String field, Located node) {
        if (defects.touch(field)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Expression.parse(((Located.Scalar) node).text()));
        } catch (ExpressionException e) {
            defects.add(node.line(), field, e.getMessage());
            return Optional.empty();
        }
    }

    private static SequencedMap<String, Located> entries(Optional<Located> section) {
        return section.orElse(null) instanceof Located.Mapping m
                ? m.values()
                : new LinkedHashMap<>();
    }
}
