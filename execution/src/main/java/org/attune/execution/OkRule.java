package org.attune.execution;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The {@code ok} rule: a line that a run has to print where all is well.
 *
 * @param pattern of the line
 * @param file where it stands; stdout where there is none
 */
record OkRule(Pattern pattern, Optional<Template> file) {
    /** Reads the rule of an evaluation section, if it has one. */
    static Optional<OkRule> of(Fields fields, List<String> names) {
        if (fields.get("ok").isEmpty()) {
            return Optional.empty();
        }
        Fields ok = Fields.of(fields.at("ok"), fields.required("ok"), List.of("regex", "file"));
        return Optional.of(new OkRule(Source.pattern(ok, -1), ok.template("file", names)));
    }
}
