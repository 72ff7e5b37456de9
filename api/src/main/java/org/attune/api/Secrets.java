package org.attune.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of records: of a section {@code environment}, the values of variables that are
 * declared secret ({@code {value: ..., secret: true}}), or whose names say so.
 */
public final class Secrets {
    private static final String MASK = "(a secret, not recorded)";
    private static final Pattern NAME =
            Pattern.compile(
                    "(?i).*(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL).*|(.*_)?(API|ACCESS)?_?KEY(_.*)?");

    private Secrets() {}

    /** Returns a description of a problem without its secrets; the rest as it is. */
    static Map<String, Object> masked(Map<String, Object> description) {
        var masked = new LinkedHashMap<String, Object>();
        description.forEach((key, value) ->
                masked.put(
                        key,
                        key.equals("environment") && value instanceof Map<?, ?> variables
                                ? environment(variables)
                                : data(value)));
        return masked;
    }

    private static Object data(Object value) {
        if (value instanceof Map<?, ?> map) {
            var described = new LinkedHashMap<String, Object>();
            map.forEach((key, item) -> described.put(String.valueOf(key), item));
            return masked(described);
        }
        return value instanceof List<?> list ? list.stream().map(Secrets::data).toList() : value;
    }

    /** Returns whether the name of a variable says that its value is a secret. */
    public static boolean isSecret(String name) {
        return NAME.matcher(name).matches();
    }

    private static Map<String, Object> environment(Map<?, ?> variables) {
        var masked = new LinkedHashMap<String, Object>();
        variables.forEach((name, value) -> {
            boolean isSecret = isSecret(String.valueOf(name));
            Object plain = value;
            if (value instanceof Map<?, ?> declared) {
                plain = declared.get("value");
                Object secret = declared.get("secret");
                isSecret = secret == null ? isSecret : secret.toString().equals("true");
            }
            masked.put(String.valueOf(name), isSecret ? MASK : plain);
        });
        return masked;
    }
}
