package org.attune.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a program reads, made of a template for one trial.
 *
 * @param to where the program expects it
 * @param text its content
 */
public record InputDeck(Path to, String text) {
    /**
     * Makes the deck of a trial.
     *
     * @throws IllegalArgumentException if the template is missing, no text in UTF-8, or has a wrong
     *     placeholder
     * @throws UncheckedIOException if it cannot be read
     */
    static InputDeck of(InputFile file, Placeholders values, Path folder, Path workdir) {
        Path template = folder.resolve(file.template().render(values.texts()));
        Path to = workdir.resolve(file.to().render(values.texts())).toAbsolutePath().normalize();
        if (!Files.isRegularFile(template)) {
            throw new IllegalArgumentException(
                    "%s.template: there is no file %s.".formatted(file.field(), template));
        }
        String text = file.text(template);
        return new InputDeck(
                to,
                Template.parse(template.toString(), text, values.texts().keySet())
                        .render(values.texts()));
    }

    /**
     * Writes it to a file, whose folder is made where it is missing.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public void write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
