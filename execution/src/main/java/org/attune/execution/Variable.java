package org.attune.execution;

import org.attune.api.Secrets;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A variable of a program's environment.
 *
 * @param secret whether nobody may read its value
 * @param shown whether commands for users have it: of those that are not declared, no secret by
 *     name
 */
record Variable(Template value, boolean secret, boolean shown) {
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
            Template value = Template.parse(given.at(name), given.text(name), names);
            return new Variable(value, false, isOpen(name, value));
        }
        Fields declared =
                Fields.of(given.at(name), given.required(name), List.of("value", "secret"));
        String value = declared.text("value");
        if (declared.truth("secret")) {
            return new Variable(Template.literal(value), true, false);
        }
        Template open = Template.parse(declared.at("value"), value, names);
        return new Variable(open, false, declared.get("secret").isPresent() || isOpen(name, open));
    }

    private static boolean isOpen(String name, Template value) {
        return !value.names().isEmpty() || !Secrets.isSecret(name);
    }
}
