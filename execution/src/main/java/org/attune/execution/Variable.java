package org.attune.execution;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A variable of a program's environment.
 *
 * @param secret whether nobody may read its value
 */
record Variable(Template value, boolean secret) {
    /** Reads the variables of an evaluation section, by name. */
    static Map<String, Variable> all(Fields fields, List<String> names) {
        Fields given =
                Fields.ofAnyName(
                        fields.at("environment"), fields.get("environment").orElse(Map.of()));
        var environment = new LinkedHashMap<String, Variable>();
        for (String name : given.keys()) {
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.equals(ProcessFamily.VARIABLE)) {
                throw Fields.wrong(
                        given.at(name), "'%s' is no name of a variable.".formatted(name));
            }
            environment.put(name, variable(given, name, names));
        }
        return environment;
    }

    private static Variable variable(Fields given, String name, List<String> names) {
        if (!(given.required(name) instanceof Map<?, ?>)) {
            return new Variable(Template.parse(given.at(name), given.text(name), names), false);
        }
        Fields declared =
                Fields.of(given.at(name), given.required(name), List.of("value", "secret"));
        String value = declared.text("value");
        return declared.truth("secret")
                ? new Variable(Template.literal(value), true)
                : new Variable(Template.parse(declared.at("value"), value, names), false);
    }
}
