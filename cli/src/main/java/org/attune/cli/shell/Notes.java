package org.attune.cli.shell;

import org.attune.api.StudyObserver;

import java.util.function.Consumer;

/**
 * Says what a user has to know of a study, and nothing of its trials.
 *
 * @param err where messages go
 */
public record Notes(Consumer<String> err) implements StudyObserver {
    @Override
    public void note(String text) {
        err.accept("note: " + text);
    }
}
