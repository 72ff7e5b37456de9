package org.attune.execution;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs as a shell does. */
final class Programs {
    private Programs() {}

    /** Returns the first executable of this name on a search path. */
    static Optional<Path> onPath(String name, String searchPath) {
        for (String folder : (searchPath == null ? "" : searchPath).split(File.pathSeparator)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder).resolve(name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Returns why a program cannot be started from this folder, if that can be seen beforehand. */
    static Optional<String> obstacle(String program, Path workdir, String searchPath) {
        if (!program.contains("/")) {
            return onPath(program, searchPath).isPresent()
                    ? Optional.empty()
                    : Optional.of(
                            "There is no program '%s' on the PATH. Maybe write './%s' if it is in %s."
                                    .formatted(program, program, workdir));
        }
        Path file = workdir.resolve(program);
        if (!Files.isRegularFile(file)) {
            return Optional.of("There is no program '%s' in %s.".formatted(program, workdir));
        }
        return Files.isExecutable(file)
                ? Optional.empty()
                : Optional.of("'%s' is not executable. Maybe chmod +x.".formatted(file));
    }
}
