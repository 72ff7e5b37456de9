package org.attune.execution;

import java.util.ArrayList;
import java.util.List;

/**
 * An input deck, as it is declared.
 *
 * @param field where that stands
 * @param template path of what it is made of
 * @param to where the program expects it
 */
record InputFile(String field, Template template, Template to) {
    /** Reads the input decks of an evaluation section. */
    static List<InputFile> all(Fields fields, List<String> names) {
        var files = new ArrayList<InputFile>();
        for (Object element : fields.list("files")) {
            String at = "%s[%d]".formatted(fields.at("files"), files.size());
            Fields file = Fields.of(at, element, List.of("template", "to"));
            files.add(
                    new InputFile(
                            at,
                            Template.parse(file.at("template"), file.text("template"), names),
                            Template.parse(file.at("to"), file.text("to"), names)));
        }
        return List.copyOf(files);
    }
}
