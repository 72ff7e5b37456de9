package org.attune.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /**
     * Returns the text of a template.
     *
     * @throws IllegalArgumentException if it is none in UTF-8
     * @throws UncheckedIOException if it cannot be read
     */
    String text(Path path) {
        try {
            return Files.readString(path);
        } catch (CharacterCodingException e) {
            throw Fields.wrong(
                    field + ".template",
                    "%s is no text in UTF-8. Maybe convert it: iconv -f latin1 -t utf-8"
                            .formatted(path));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
