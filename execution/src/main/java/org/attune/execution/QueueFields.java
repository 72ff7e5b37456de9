package org.attune.execution;

import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What sections about queues and launchers have in common. */
final class QueueFields {
    private QueueFields() {}

    /** Returns the texts of a list, or of one text, with placeholders. */
    static List<Template> templates(Fields fields, String key, List<String> names) {
        var templates = new ArrayList<Template>();
        for (Object element : texts(fields, key)) {
            String at = "%s[%d]".formatted(fields.at(key), templates.size());
            templates.add(Template.parse(at, Fields.text(at, element), names));
        }
        return List.copyOf(templates);
    }

    /** Returns the texts of a list, or of one text, as they are. */
    static List<String> lines(Fields fields, String key) {
        var lines = new ArrayList<String>();
        for (Object element : texts(fields, key)) {
            lines.add(Fields.text("%s[%d]".formatted(fields.at(key), lines.size()), element));
        }
        return List.copyOf(lines);
    }

    private static List<Object> texts(Fields fields, String key) {
        Object given = fields.get(key).orElse(List.of());
        return given instanceof List ? fields.list(key) : List.of(given);
    }

    /** Returns an expression over the names of the problem. */
    static Expression expression(Fields fields, String key, String standard, List<String> names) {
        String text = fields.get(key).isPresent() ? fields.text(key) : standard;
        try {
            Expression expression = Expression.parse(text);
            expression.bind(names);
            return expression;
        } catch (ExpressionException e) {
            throw Fields.wrong(fields.at(key), e.getMessage());
        }
    }

    /** Returns a pattern. */
    static Pattern pattern(Fields fields, String key, int groups) {
        try {
            Pattern pattern = Pattern.compile(fields.text(key));
            if (pattern.matcher("").groupCount() != groups) {
                throw Fields.wrong(
                        fields.at(key),
                        "'%s' has not %d groups in parentheses."
                                .formatted(fields.text(key), groups));
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw Fields.wrong(
                    fields.at(key),
                    "'%s' is no regular expression: %s."
                            .formatted(fields.text(key), e.getDescription()));
        }
    }

    static double seconds(Fields fields, String key, double standard) {
        return fields.get(key).map(v -> Fields.seconds(fields.at(key), v)).orElse(standard);
    }
}
